# Run by cmake --install, with `source`, `manual` and `scratch`: the configuration, and the unit that names it.
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
  set(sysconfdir /etc)
else()
  set(sysconfdir ${CMAKE_INSTALL_PREFIX}/etc)
endif()
set(bindir ${CMAKE_INSTALL_PREFIX}/bin)
set(configuration ${sysconfdir}/blotter/blotter.toml)

configure_file(${source}/packaging/systemd/blotter.service.in ${scratch}/blotter.service @ONLY)
file(INSTALL ${scratch}/blotter.service DESTINATION ${CMAKE_INSTALL_PREFIX}/lib/systemd/system)

# The service keeps its records in its state directory. That is the one option that is not left at its default.
file(READ ${manual}/blotter.toml defaults)
string(REGEX REPLACE "(^|\n)# ?store = \"[^\n]*" "\\1store = \"sqlite:/var/lib/blotter/blotter.db\"" settings "${defaults}")
if(settings STREQUAL defaults)
  message(FATAL_ERROR "${manual}/blotter.toml has no line `# store = …` to replace")
endif()
file(WRITE ${scratch}/blotter.toml "${settings}")
# An upgrade keeps the settings.
if(NOT EXISTS $ENV{DESTDIR}${configuration})
  file(INSTALL ${scratch}/blotter.toml DESTINATION ${sysconfdir}/blotter)
endif()
