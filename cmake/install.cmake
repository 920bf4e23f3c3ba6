# cmake --install: the files of all packages. `manual` is the target that writes the man pages, the completion and the
# configuration from the command line's own texts; it must have been built.
include(GNUInstallDirs)

set(manual ${CMAKE_BINARY_DIR}/manual)
install(TARGETS blotter DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${manual}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 FILES_MATCHING PATTERN "*.1")
install(FILES ${manual}/completion/blotter DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
# Documents keep their folder structure, so that links and pictures work.
install(FILES README.md CHANGELOG.md CONTRIBUTING.md LICENSE SECURITY.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES bench/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/bench)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR}
  FILES_MATCHING PATTERN "*.md" PATTERN "performance/*.svg" PATTERN "screenshots/profile.png" PATTERN "screenshots/board.png"
  PATTERN "screenshots/check.png" PATTERN "screenshots/custody.png")
install(FILES packaging/systemd/sysusers.conf DESTINATION lib/sysusers.d RENAME blotter.conf)

# The licenses of the console's packages require that their texts are included.
if(BLOTTER_CONSOLE)
  set(npm console/node_modules)
  install(FILES ${npm}/preact/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR}/notices RENAME preact.txt)
  install(FILES ${npm}/swagger-ui-dist/NOTICE DESTINATION ${CMAKE_INSTALL_DOCDIR}/notices RENAME swagger-ui.txt)
  install(FILES ${npm}/swagger-ui-dist/swagger-ui-es-bundle.js.LICENSE.txt
    DESTINATION ${CMAKE_INSTALL_DOCDIR}/notices RENAME swagger-ui-bundle.txt)
endif()

# The prefix is known only when it is installed, and the unit and the configuration depend on it.
install(CODE "set(source ${PROJECT_SOURCE_DIR})\nset(manual ${manual})\nset(scratch ${CMAKE_BINARY_DIR}/install)")
install(SCRIPT cmake/install_service.cmake)
