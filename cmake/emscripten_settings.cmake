# Settings that only some Emscripten versions know; an unknown one would be an error.

file(STRINGS "${EMSCRIPTEN_ROOT_PATH}/src/settings.js" headscope_known_settings REGEX "^var [A-Z_]+")

# Appends -sNAME=VALUE to the list when this Emscripten knows NAME.
function(headscope_append_known_setting list name value)
  if("${headscope_known_settings}" MATCHES "var ${name} ")
    set(${list} ${${list}} -s${name}=${value} PARENT_SCOPE)
  endif()
endfunction()
