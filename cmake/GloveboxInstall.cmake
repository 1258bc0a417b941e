# SPDX-License-Identifier: MIT
# What is installed where; Windows and macOS have files of their own beside this one. The layout below the prefix is the one of the build folder: bin/ and, beside
# it, share/glovebox, where the programs look for their own files.
include(GNUInstallDirs)

set(_linux "${CMAKE_SOURCE_DIR}/installer/linux")
set(_share "${CMAKE_INSTALL_DATADIR}/glovebox")
set(_bin "${CMAKE_INSTALL_BINDIR}")
if(APPLE)
    set(_bundle Glovebox.app/Contents)
    set(_bin "${_bundle}/MacOS")
    set(_share "${_bundle}/Resources/glovebox")
endif()

install(TARGETS glovebox glovebox-engine glovebox-bridge RUNTIME DESTINATION "${_bin}")
install(DIRECTORY "${CMAKE_SOURCE_DIR}/pyodide/worker" "${CMAKE_SOURCE_DIR}/pyodide/wasi"
                  "${CMAKE_SOURCE_DIR}/pyodide/python"
        DESTINATION "${_share}/runtime/pyodide" PATTERN __pycache__ EXCLUDE)
install(DIRECTORY "${CMAKE_SOURCE_DIR}/resources/shell" DESTINATION "${_share}/runtime/resources")
# Their modes must not depend on the machine that fetched them. The languages of run_code are an
# option of the machine that builds, and come without the licence texts of each.
install(DIRECTORY "${GLOVEBOX_ASSETS_DIR}/" DESTINATION "${_share}/assets"
        FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ
        DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                              WORLD_READ WORLD_EXECUTE
        PATTERN "cache" EXCLUDE PATTERN "languages" EXCLUDE
        PATTERN ".stamp.json" EXCLUDE) # when each was fetched here
install(FILES "${CMAKE_BINARY_DIR}/share/glovebox.mcpb" DESTINATION "${_share}")

# Icons in the sizes that desktops look for, drawn by the renderer that the window uses.
set(_sizes 16 22 24 32 48 64 128 256 512)
set(_icon "${CMAKE_SOURCE_DIR}/resources/theme/glovebox.svg")
add_executable(glovebox_icons EXCLUDE_FROM_ALL "${_linux}/icons.cpp")
target_link_libraries(glovebox_icons PRIVATE glovebox_options Qt6::Gui Qt6::Svg)
set(_icons "")
foreach(_size IN LISTS _sizes)
    set(_png "${CMAKE_BINARY_DIR}/installer/icons/${_size}.png")
    list(APPEND _icons "${_png}")
endforeach()
add_custom_command(OUTPUT ${_icons}
    COMMAND "${CMAKE_COMMAND}" -E env QT_QPA_PLATFORM=offscreen "$<TARGET_FILE:glovebox_icons>"
            "${_icon}" "${CMAKE_BINARY_DIR}/installer/icons" ${_sizes}
    DEPENDS glovebox_icons "${_icon}" VERBATIM)

set(CPACK_PACKAGE_NAME glovebox)
set(CPACK_PACKAGE_VENDOR "The Glovebox contributors")
set(CPACK_PACKAGE_CONTACT "The Glovebox contributors <glovebox@localhost>")
if(WIN32 OR APPLE)
    if(WIN32)
        include(GloveboxInstallWindows)
    else()
        include(GloveboxInstallMacos)
    endif()
    include(CPack)
    return()
endif()

install(FILES "${_linux}/glovebox.desktop" DESTINATION "${CMAKE_INSTALL_DATADIR}/applications")
configure_file("${_linux}/glovebox.metainfo.xml.in" "${CMAKE_BINARY_DIR}/installer/glovebox.metainfo.xml" @ONLY)
install(FILES "${CMAKE_BINARY_DIR}/installer/glovebox.metainfo.xml"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/metainfo")
foreach(_size IN LISTS _sizes)
    install(FILES "${CMAKE_BINARY_DIR}/installer/icons/${_size}.png" RENAME glovebox.png
            DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/${_size}x${_size}/apps")
endforeach()
install(FILES "${_icon}" RENAME glovebox.svg
        DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps")

# The bill of materials, and man pages and the changelog as Debian wants them: compressed without a time.
set(_documents "${CMAKE_BINARY_DIR}/installer/documents")
file(GLOB _pages CONFIGURE_DEPENDS "${_linux}/man/*.1")
add_custom_command(OUTPUT "${_documents}/bill.cdx.json"
    COMMAND "${Python3_EXECUTABLE}" "${CMAKE_SOURCE_DIR}/installer/documents.py"
            --version "${PROJECT_VERSION}" --date "${GLOVEBOX_DATE}" --assets "${GLOVEBOX_ASSETS_DIR}" --to "${_documents}"
            --program "$<TARGET_FILE:glovebox>" "$<TARGET_FILE:glovebox-engine>" "$<TARGET_FILE:glovebox-bridge>"
    DEPENDS "${CMAKE_SOURCE_DIR}/installer/documents.py" "${CMAKE_SOURCE_DIR}/CHANGELOG.md"
            "${CMAKE_SOURCE_DIR}/pyodide/assets/manifest.json" ${_pages} glovebox glovebox-engine glovebox-bridge
    VERBATIM)
add_custom_target(glovebox_documents ALL DEPENDS "${_documents}/bill.cdx.json" ${_icons})
install(FILES "${_documents}/bill.cdx.json" DESTINATION "${_share}")
install(DIRECTORY "${_documents}/man1" DESTINATION "${CMAKE_INSTALL_MANDIR}")
# The pages that a person reads, with what they lead to.
install(FILES "${_documents}/changelog.gz" "${_documents}/copyright" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
foreach(_page README.md README.ja.md ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md SECURITY.md installer/README.md
        docs resources/screenshots)
    get_filename_component(_folder "${_page}" DIRECTORY)
    if(IS_DIRECTORY "${CMAKE_SOURCE_DIR}/${_page}")
        install(DIRECTORY "${_page}" DESTINATION "${CMAKE_INSTALL_DOCDIR}/${_folder}")
    else()
        install(FILES "${_page}" DESTINATION "${CMAKE_INSTALL_DOCDIR}/${_folder}")
    endif()
endforeach()
install(FILES "${_linux}/lintian-overrides" RENAME glovebox
        DESTINATION "${CMAKE_INSTALL_DATADIR}/lintian/overrides")

# Packages of the same source are the same bytes: every time in them is the day of the release.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# What no linker sees: Qt's plugins, a SQLite that is new enough for the journal, and fonts for a bare desktop.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libqt6sql6-sqlite, libsqlite3-0 (>= 3.43), qt6-svg-plugins, libxcb-cursor0")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "qt6-wayland, fonts-dejavu-core, fonts-noto-cjk, qt6-translations-l10n")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Glovebox runs Python (Pyodide) that a language model wrote inside a Chromium
sandbox without a network. It asks before anything runs, shows every run live,
keeps a journal, and serves Claude, Cline and every other MCP client on
localhost. numpy, pandas, matplotlib and more than fifty others are included.")
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_THREADS 2) # one alone makes other bytes than several, so not as many as there are cores
include(CPack)
