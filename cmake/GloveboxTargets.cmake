# SPDX-License-Identifier: MIT
# The one way in which Glovebox's libraries, programs and tests are made.
#
#   glovebox_library(NAME SOURCES … LINKS …)       -> target glovebox_NAME
#   glovebox_program(NAME SOURCES … LINKS …)       -> executable NAME in bin/
#   glovebox_test(NAME SOURCES … LINKS … [LABELS …] [GUI] [SERIAL] [TIMEOUT s])
#   glovebox_test_alone(NAME … [WINDOWS] [FIRST])  tests that start a Chromium: one of a lane at a time
#   glovebox_test_long(NAME …)                     tests that begin before the short ones
#
# LINKS takes names of our own libraries (base, mcp …) and of imported targets (Qt6::Core …).
# tests/unit/links compares every target's links with the table in ARCHITECTURE.md.

add_library(glovebox_options INTERFACE)
target_compile_features(glovebox_options INTERFACE cxx_std_23)
target_compile_definitions(glovebox_options INTERFACE
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_CAST_FROM_BYTEARRAY
    QT_NO_URL_CAST_FROM_STRING QT_NO_CONTEXTLESS_CONNECT
    QT_NO_NARROWING_CONVERSIONS_IN_CONNECT QT_USE_QSTRINGBUILDER QT_STRICT_ITERATORS
    QT_NO_KEYWORDS QT_DISABLE_DEPRECATED_UP_TO=0x060800)
if(MSVC)
    # Sources are UTF-8, and __cplusplus says what is compiled.
    target_compile_options(glovebox_options INTERFACE
        /utf-8 /permissive- /Zc:__cplusplus /W4 /guard:cf $<$<BOOL:${GLOVEBOX_WERROR}>:/WX>)
    target_link_options(glovebox_options INTERFACE /guard:cf /CETCOMPAT)
else()
    target_compile_options(glovebox_options INTERFACE
        -Wall -Wextra -Wpedantic -Wcast-qual -Wold-style-cast -Woverloaded-virtual
        -Wnon-virtual-dtor -Wformat=2 $<$<CXX_COMPILER_ID:GNU>:-Wshadow=local> -Wimplicit-fallthrough
        -fvisibility=hidden -fstack-protector-strong
        # GCC 14 sees uninitialised values in std::expected where there are none.
        $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
        $<$<BOOL:${GLOVEBOX_WERROR}>:-Werror>
        # It needs an optimizer.
        $<$<CONFIG:Release>:-D_FORTIFY_SOURCE=3>)
    target_link_options(glovebox_options INTERFACE $<$<PLATFORM_ID:Linux>:-Wl,-z,relro,-z,now>)
endif()
if(GLOVEBOX_SANITIZE)
    target_compile_options(glovebox_options INTERFACE
        -fsanitize=${GLOVEBOX_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
    target_link_options(glovebox_options INTERFACE -fsanitize=${GLOVEBOX_SANITIZE})
endif()

# Qt's core headers, compiled once for every library and test. One such file for each target would take 300 MB and as
# long as three sources.
file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/pch.cpp" CONTENT "" @ONLY)
add_library(glovebox_pch OBJECT "${CMAKE_BINARY_DIR}/pch.cpp")
target_link_libraries(glovebox_pch PRIVATE glovebox_options Qt6::Core)
target_precompile_headers(glovebox_pch PRIVATE <QtCore/QtCore>)
set_target_properties(glovebox_pch PROPERTIES AUTOMOC OFF AUTORCC OFF)

# Of a build from nothing a large part is reading the same headers again: where sources that bear each other are compiled
# as one (cmake/batches.py), app/base takes half the time.
# Where one source is changed again and again it takes longer, so the presets for that do without.
function(glovebox_batches target)
    if(NOT GLOVEBOX_BATCHES)
        return()
    endif()
    get_target_property(listed ${target} SOURCES)
    set(sources "")
    foreach(source IN LISTS listed)
        get_filename_component(path "${source}" ABSOLUTE)
        # Not main(), which tests of the program's parts leave out, and nothing that the build writes.
        if(source MATCHES "[.]cpp$" AND NOT source MATCHES "(^|/)main[.]cpp$" AND EXISTS "${path}"
           AND NOT path MATCHES "^${CMAKE_BINARY_DIR}/")
            list(APPEND sources "${path}")
        endif()
    endforeach()
    list(LENGTH sources length)
    if(length LESS 2)
        return()
    endif()
    execute_process(COMMAND "${Python3_EXECUTABLE}" -B "${CMAKE_SOURCE_DIR}/cmake/batches.py" 8 ${sources}
                    OUTPUT_VARIABLE batches OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    string(REPLACE "\n" "|" batches "${batches}")
    string(REPLACE ";" "\\;" batches "${batches}")
    string(REPLACE "|" ";" batches "${batches}")
    set(number 0)
    foreach(batch IN LISTS batches)
        math(EXPR number "${number} + 1")
        list(LENGTH batch length)
        if(length GREATER 1)
            set_source_files_properties(${batch} PROPERTIES UNITY_GROUP batch${number})
        endif()
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    # A batch is a file that includes others: GCC takes what they keep to themselves for the contents of a header.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()

# Of every executable that is a test.
function(glovebox_test_options target)
    glovebox_batches(${target})
    # What moc writes for a test is nearly always empty: reading the precompiled headers is all that it costs.
    set_source_files_properties("${CMAKE_CURRENT_BINARY_DIR}/${target}_autogen/mocs_compilation.cpp"
                                PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
    target_precompile_headers(${target} REUSE_FROM glovebox_pch)
endfunction()

# Names without :: are our own libraries.
function(_glovebox_link target)
    target_link_libraries(${target} PRIVATE glovebox_options)
    foreach(name IN LISTS ARGN)
        if(name MATCHES "::")
            target_link_libraries(${target} PUBLIC ${name})
        else()
            target_link_libraries(${target} PUBLIC glovebox_${name})
        endif()
    endforeach()
endfunction()

function(glovebox_library name)
    cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
    set(target glovebox_${name})
    add_library(${target} STATIC ${ARG_SOURCES})
    target_include_directories(${target} PUBLIC "${CMAKE_SOURCE_DIR}/app" "${CMAKE_SOURCE_DIR}")
    _glovebox_link(${target} ${ARG_LINKS})
    glovebox_batches(${target})
    target_precompile_headers(${target} REUSE_FROM glovebox_pch)
endfunction()

function(glovebox_program name)
    cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
    add_executable(${name} ${ARG_SOURCES})
    _glovebox_link(${name} ${ARG_LINKS})
    glovebox_batches(${name})
    target_precompile_headers(${name} REUSE_FROM glovebox_pch)
    target_link_options(${name} PRIVATE $<$<PLATFORM_ID:Linux>:-pie>)
    set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
endfunction()

function(glovebox_test name)
    cmake_parse_arguments(ARG "GUI;SERIAL" "TIMEOUT" "SOURCES;LINKS;LABELS;COMMAND_ARGS" ${ARGN})
    set(target tst_${name})
    add_executable(${target} ${ARG_SOURCES})
    target_include_directories(${target} PRIVATE "${CMAKE_SOURCE_DIR}/app" "${CMAKE_SOURCE_DIR}"
                               "${CMAKE_SOURCE_DIR}/tests/support")
    target_compile_definitions(${target} PRIVATE
        GLOVEBOX_SOURCE_DIR="${CMAKE_SOURCE_DIR}" GLOVEBOX_BIN_DIR="${CMAKE_BINARY_DIR}/bin"
        GLOVEBOX_ASSETS_DIR="${GLOVEBOX_ASSETS_DIR}")
    target_link_libraries(${target} PRIVATE glovebox_options Qt6::Test)
    glovebox_test_options(${target})
    foreach(link IN LISTS ARG_LINKS)
        if(link MATCHES "::")
            target_link_libraries(${target} PRIVATE ${link})
        else()
            target_link_libraries(${target} PRIVATE glovebox_${link})
        endif()
    endforeach()
    add_test(NAME ${name} COMMAND ${target} ${ARG_COMMAND_ARGS})
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 120)
    endif()
    set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}"
        ENVIRONMENT "QT_QPA_PLATFORM=offscreen;QT_FORCE_STDERR_LOGGING=1;LC_ALL=C.UTF-8")
    if(ARG_SERIAL)
        glovebox_test_alone(${name})
    endif()
endfunction()

# Tests with a whole program or a Chromium of their own run in two lanes, at one time one of each, beside tests that need
# little: those with windows and a mouse (WINDOWS), and those without. The lanes are the longest way through the suite, so
# they begin before all others (COST, where CTest has not measured yet), and are kept about as long as each other: a test
# without windows may stand in either. FIRST is for what others wait for, and for what takes longest.
function(glovebox_test_alone)
    cmake_parse_arguments(ARG "WINDOWS;FIRST" "" "" ${ARGN})
    set(lane engine)
    if(ARG_WINDOWS)
        set(lane windows)
    endif()
    set(cost 1000)
    if(ARG_FIRST)
        set(cost 2000)
    endif()
    set_tests_properties(${ARG_UNPARSED_ARGUMENTS} PROPERTIES RESOURCE_LOCK ${lane} COST ${cost})
endfunction()

# Else one that takes a minute would be left to run alone at the end, beside an idle core.
function(glovebox_test_long)
    set_tests_properties(${ARGN} PROPERTIES COST 100)
endfunction()

# Writes one line per library and program of app/ and ui/: its name, then what it really links.
function(glovebox_write_links file)
    set(lines "")
    set(folders "${CMAKE_SOURCE_DIR}/app" "${CMAKE_SOURCE_DIR}/ui")
    while(folders)
        list(POP_FRONT folders folder)
        get_property(children DIRECTORY "${folder}" PROPERTY SUBDIRECTORIES)
        list(APPEND folders ${children})
        get_property(targets DIRECTORY "${folder}" PROPERTY BUILDSYSTEM_TARGETS)
        foreach(target IN LISTS targets)
            get_target_property(type ${target} TYPE)
            if(type STREQUAL "STATIC_LIBRARY" OR type STREQUAL "EXECUTABLE")
                get_target_property(links ${target} LINK_LIBRARIES)
                list(FILTER links EXCLUDE REGEX "glovebox_options|^\\$<|Threads::")
                list(JOIN links " " links)
                string(APPEND lines "${target} ${links}\n")
            endif()
        endforeach()
    endwhile()
    file(WRITE "${file}" "${lines}")
endfunction()
