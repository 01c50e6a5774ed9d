import { z } from 'zod'
import { settingsSchema } from './settings.ts'

/** Download path of the viewers' app (rule S9). */
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

/** Metadata of the application file; `size` in bytes. The version's name is empty if the file is hosted elsewhere. */
export const apkFileOutput = z.object({
  size: z.number().meta({ title: 'Tamaño' }),
  date: z.string(),
  versionCode: z.number().meta({ title: 'Número de versión' }),
  versionName: z.string().meta({ title: 'Nombre de la versión' }),
  packageName: z.string(),
})
export type ApkFile = z.infer<typeof apkFileOutput>

/** The file's version in the format of the settings; undefined if it does not fit their rules. */
export const versionOffer = ({ versionCode, versionName }: Pick<ApkFile, 'versionCode' | 'versionName'>) => {
  const offer = { appVersionCode: versionCode, appVersionName: versionName }
  return settingsSchema.pick({ appVersionCode: true, appVersionName: true }).safeParse(offer).data
}

/** Download name of the file, limited to characters that every file system accepts. */
export const apkFileName = (versionName: string): string => {
  const version = versionName
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, 50)
  return version === '' ? 'cartelera.apk' : `cartelera-${version}.apk`
}

/** The error of a file's size; undefined if allowed. */
export const sizeError = (size: number): string | undefined => {
  if (size === 0) return APK_MESSAGES.empty
  return size > MAX_APK ? APK_MESSAGES.tooBig : undefined
}
