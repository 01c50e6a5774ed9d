/** Default application identifiers, for deployments that configure none (rule U13). */
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

/** Display name of an application identifier (rule U13). */
export const platformLabel = (platform: string): string => platform.replace(/^com\./, '').replace(/\.tv$/, '')
