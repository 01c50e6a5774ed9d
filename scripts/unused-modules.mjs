/**
 * Modules that the bundler leaves out of the admin: `modules`, as imported by their `importers` in node_modules, are
 * replaced by a module with these `exports`. tests/admin/app/unused-modules.test.ts checks the reasons.
 */
export const UNUSED = {
  'ra-ui-materialui': {
    why: '`adminProps` replaces every page, the layout and the notification that `<Admin>` has a default for.',
    importers: ['ra-ui-materialui/dist/AdminUI.js'],
    modules: ['./layout/index.js', './auth/index.js'],
    exports: [
      ...['AccessDenied', 'AuthCallback', 'AuthenticationError', 'Error', 'Layout', 'LoadingPage', 'Login'],
      ...['NotFound', 'Notification'],
    ],
  },
  'ra-language-english': {
    why: '`adminProps` has an i18nProvider, whose texts are Spanish, instead of the default of `<Admin>`.',
    importers: ['react-admin/dist/defaultI18nProvider.js'],
    modules: ['ra-language-english'],
    exports: ['default'],
  },
  jsonexport: {
    why: "No screen has a button of React-Admin's CSV export: files are written by the server.",
    importers: ['ra-core/dist/export/defaultExporter.js'],
    modules: ['jsonexport/dist/index.js'],
    exports: ['default'],
  },
  inflection: {
    why: 'All labels of resources and fields come from the translations, so none is derived from an English name.',
    importers: [
      'ra-core/dist/core/useGetResourceLabel.js',
      'ra-core/dist/util/getFieldLabelTranslationArgs.js',
    ],
    modules: ['inflection'],
    exports: ['capitalize', 'humanize', 'inflect', 'pluralize', 'singularize', 'transform'],
    // Called for each label, before its translation is looked up.
    replacement: '(text) => text',
  },
  'object.entries': {
    why: 'All supported browsers have `Object.entries`.',
    importers: ['node-polyglot/index.js'],
    modules: ['object.entries'],
    exports: ['default'],
    code: 'module.exports = Object.entries',
  },
  '@mui/material, colour schemes': {
    why: 'The themes have no CSS variables and no second colour scheme.',
    importers: ['createTheme', 'ThemeProvider', 'index'].map((name) => `@mui/material/esm/styles/${name}.js`),
    modules: ['./createThemeWithVars.js', './ThemeProviderWithVars.js'],
    exports: [
      ...['default', 'createGetCssVar', 'CssVarsProvider', 'useColorScheme', 'getInitColorSchemeScript'],
      'Experimental_CssVarsProvider',
    ],
  },
  '@mui/material, inputs': {
    why: 'All text fields and selects are outlined, and no select is native.',
    importers: ['Select/Select', 'TextField/TextField'].map((name) => `@mui/material/esm/${name}.js`),
    modules: ['../Input/index.js', '../FilledInput/index.js', '../NativeSelect/NativeSelectInput.js'],
    exports: ['default'],
  },
}

const withReplacement = ({ why, exports, replacement, code }) =>
  code ??
  `const unused = ${replacement ?? `() => { throw new Error(${JSON.stringify(why)}) }`}
  export { ${exports.map((name) => `unused as ${name}`).join(', ')} }`

const isRelative = (specifier) => specifier.startsWith('.')

const unusedBy = (specifier, importer = '') =>
  Object.entries(UNUSED).find(
    ([, { modules, importers }]) =>
      modules.includes(specifier) &&
      (!isRelative(specifier) || importers.some((path) => importer.endsWith(`/${path}`))),
  )?.[0]

/** Vite's plugin that leaves them out of the built admin. */
export const withoutUnused = {
  name: 'cartelera:without-unused',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  resolveId: (specifier, importer) => {
    const name = unusedBy(specifier, importer)
    return name === undefined ? null : `\0unused:${name}.js`
  },
  load: (id) => {
    const unused = UNUSED[/^\0unused:(.*)\.js$/.exec(id)?.[1]]
    return unused === undefined ? null : withReplacement(unused)
  },
}
