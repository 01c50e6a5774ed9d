/** The application identifiers of a deployment that names none of its own (rule U13). */
export const PLATFORMS = [
  'com.cartelera.tv',
  'com.cartelera.android.tv',
  'com.cartelera.ios.tv',
  'com.cartelera.web.tv',
  'com.cartelera.roku.tv',
  'com.cartelera.firetv.tv',
  'com.cartelera.samsung.tv',
  'com.cartelera.lg.tv',
  'com.cartelera.stb.tv',
] as const

/** An application identifier as it is shown (rule U13). */
export const platformLabel = (platform: string): string => platform.replace(/^com\./, '').replace(/\.tv$/, '')
