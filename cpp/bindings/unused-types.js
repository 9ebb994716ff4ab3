/* global addToLibrary */
// Embind tells JavaScript of every type there is, with code for each. No function of bindings.cpp
// takes or returns these; one that did would throw UnboundTypeError when it is first called.
addToLibrary({
  _embind_register_std_wstring__deps: [],
  _embind_register_std_wstring: (_type, _size, _name) => {},
  _embind_register_bigint__deps: [],
  _embind_register_bigint: (_type, _name, _size, _least, _most) => {},
});
