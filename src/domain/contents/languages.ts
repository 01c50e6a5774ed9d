/** Languages of audio and closed captions: stored codes with their Spanish names (rule K7). */
export const LANGUAGES = {
  DEU: 'Alemán',
  KOR: 'Coreano',
  ING: 'Inglés',
  ESP: 'Español',
  FRA: 'Francés',
  ITA: 'Italiano',
  JAP: 'Japonés',
  CHI: 'Chino',
  POR: 'Portugués',
  THA: 'Tailandés',
  HIN: 'Hindi',
  TUR: 'Turco',
  RUS: 'Ruso',
  'N/A': 'No aplica',
} as const
type Language = keyof typeof LANGUAGES
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as [Language, ...Language[]]

const NAMES: Readonly<Record<string, string>> = LANGUAGES

/** The Spanish name of a language code; the code itself where it is unknown. */
export const languageName = (code: string): string => NAMES[code] ?? code
