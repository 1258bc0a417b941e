# SPDX-License-Identifier: MIT
# macOS: Glovebox.app with Qt inside (macdeployqt). Included by GloveboxInstall.cmake; installer/macos/package signs it,
# makes the disk image and has it notarised.
set(_icns "${CMAKE_BINARY_DIR}/installer/glovebox.icns")
add_custom_command(OUTPUT "${_icns}"
    COMMAND "${Python3_EXECUTABLE}" "${CMAKE_SOURCE_DIR}/installer/iconfile.py" "${_icns}" ${_icons}
    DEPENDS "${CMAKE_SOURCE_DIR}/installer/iconfile.py" ${_icons} VERBATIM)
add_custom_target(glovebox_icns ALL DEPENDS "${_icns}")
configure_file("${CMAKE_SOURCE_DIR}/installer/macos/Info.plist.in" "${CMAKE_BINARY_DIR}/installer/Info.plist" @ONLY)
install(FILES "${CMAKE_BINARY_DIR}/installer/Info.plist" DESTINATION "${_bundle}")
install(FILES "${_icns}" DESTINATION "${_bundle}/Resources")

# The bundle is put together by these rules and not by CMake, so that a build has one layout on every system.
find_program(MACDEPLOYQT_EXECUTABLE macdeployqt HINTS "${QT6_INSTALL_PREFIX}/bin" REQUIRED)
install(CODE "execute_process(COMMAND \"${MACDEPLOYQT_EXECUTABLE}\" \"\${CMAKE_INSTALL_PREFIX}/Glovebox.app\" -always-overwrite
    \"-executable=\${CMAKE_INSTALL_PREFIX}/Glovebox.app/Contents/MacOS/glovebox-engine\"
    \"-executable=\${CMAKE_INSTALL_PREFIX}/Glovebox.app/Contents/MacOS/glovebox-bridge\" COMMAND_ERROR_IS_FATAL ANY)")

set(CPACK_GENERATOR DragNDrop)
set(CPACK_PACKAGE_FILE_NAME "Glovebox-${PROJECT_VERSION}")
set(CPACK_DMG_VOLUME_NAME Glovebox)
set(CPACK_DMG_FORMAT ULFO)
