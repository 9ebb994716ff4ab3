/** The theme that the address asks for, before any view reads its colours. */
const theme = /[#&]theme=(light|dark)\b/.exec(location.hash)?.[1];
if (theme) document.documentElement.style.colorScheme = theme;
