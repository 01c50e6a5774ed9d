/** HTML's names of the characters from U+00A0 to U+00FF, in their order. */
const LATIN =
  `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro
para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute
Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN
szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute
ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml`.split(/\s/)

/** Characters by their names in HTML. */
export const HTML_ENTITIES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(LATIN.map((name, index) => [name, String.fromCharCode(0xa0 + index)])),
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", OElig: 'Œ', oelig: 'œ', Scaron: 'Š', scaron: 'š' },
  ...{
    Yuml: 'Ÿ',
    fnof: 'ƒ',
    circ: 'ˆ',
    tilde: '˜',
    ndash: '–',
    mdash: '—',
    lsquo: '‘',
    rsquo: '’',
    sbquo: '‚',
  },
  ...{ ldquo: '“', rdquo: '”', bdquo: '„', dagger: '†', Dagger: '‡', bull: '•', hellip: '…', permil: '‰' },
  ...{ prime: '′', lsaquo: '‹', rsaquo: '›', euro: '€', trade: '™', minus: '−', larr: '←', rarr: '→' },
}

const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]\w{1,31}));/gi

const toCharacter = (code: number): string | undefined =>
  // Excludes NUL and lone surrogates.
  code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : undefined

/** Replaces the references to characters that HTML knows; others stay. */
export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
        const found =
          name === undefined
            ? toCharacter(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal))
            : Object.hasOwn(HTML_ENTITIES, name)
              ? HTML_ENTITIES[name]
              : undefined
        return found ?? whole
      })
    : text

/** Inverse of `decodeEntities`: escapes only ampersands that begin an entity. */
export const encodeEntities = (text: string): string => text.replace(/&(?=#?\w+;)/g, '&amp;')
