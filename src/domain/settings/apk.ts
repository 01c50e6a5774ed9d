import { z } from 'zod'
import { settingsSchema } from './settings.ts'

/** The application file that viewers install (rule S9). */
export const APK_PATH = '/api/apk'
export const APK_TYPE = 'application/vnd.android.package-archive'
/** Bytes: 300 MiB. */
export const MAX_APK = 300 * 1_048_576

export const APK_MESSAGES = {
  none: 'Todavía no hay un archivo de la aplicación.',
  notApk: 'El archivo no es una aplicación de Android (APK).',
  incomplete: 'El archivo llegó incompleto. Intente de nuevo.',
  tooBig: 'El archivo no puede tener más de 300 MiB.',
  empty: 'El archivo está vacío.',
} as const

/** What is known of the application file; `size` is in bytes, and the version's name empty where it lies elsewhere. */
export const apkFileOutput = z.object({
  size: z.number(),
  date: z.string(),
  versionCode: z.number(),
  versionName: z.string(),
  packageName: z.string(),
})
export type ApkFile = z.infer<typeof apkFileOutput>

/** The version of an application file as the settings keep it; undefined where they can't. */
export const versionOffer = ({ versionCode, versionName }: Pick<ApkFile, 'versionCode' | 'versionName'>) => {
  const offer = { appVersionCode: versionCode, appVersionName: versionName }
  return settingsSchema.pick({ appVersionCode: true, appVersionName: true }).safeParse(offer).data
}

/** The name under which the file is saved: of the version what every system takes in a name. */
export const apkFileName = (versionName: string): string => {
  const version = versionName
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, 50)
  return version === '' ? 'cartelera.apk' : `cartelera-${version}.apk`
}

/** What is wrong with a file by its size alone; undefined when nothing is. */
export const sizeError = (size: number): string | undefined => {
  if (size === 0) return APK_MESSAGES.empty
  return size > MAX_APK ? APK_MESSAGES.tooBig : undefined
}
