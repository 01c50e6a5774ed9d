import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { APK_PATH, type ApkFile, apkFileName, sizeProblem } from '../../../../domain/settings/apk.ts'
import { ask } from '../../../api/client.ts'
import { download, saveAs, upload } from '../../../api/files.ts'

// The answer to an upload is read as text: its request says how far it got.
const asUploaded = (text: string): ApkFile => JSON.parse(text)

const fileQuery = queryOptions({
  queryKey: ['apk', 'file'],
  queryFn: async ({ signal }) => (await ask('GET /api/apk/facts', { signal })).file,
})

/** What is known of the application file; null while there is none. */
export const useApkFile = () => useQuery(fileQuery)

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** Downloading the application file. */
export const useApkDownload = () => {
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string>()
  const start = async ({ versionName }: ApkFile): Promise<void> => {
    setBusy(true)
    setMessage(undefined)
    try {
      saveAs(await download(APK_PATH), apkFileName(versionName))
    } catch (error) {
      setMessage(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { start, isBusy, message }
}

export interface ApkUpload {
  /** The part that was sent, from 0 to 1; undefined while nothing is being sent. */
  part: number | undefined
  message: { severity: 'error' | 'success' | 'info'; text: string } | undefined
  start: (file: File) => Promise<void>
  cancel: () => void
}

/** Replacing the application file; leaving the screen cancels it. */
export const useApkUpload = (): ApkUpload => {
  const queryClient = useQueryClient()
  const [part, setPart] = useState<number>()
  const [message, setMessage] = useState<ApkUpload['message']>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const send = async (file: File): Promise<void> => {
    const controller = new AbortController()
    running.current = controller
    setPart(0)
    setMessage(undefined)
    try {
      const text = await upload(APK_PATH, file, { onProgress: setPart, signal: controller.signal })
      queryClient.setQueryData(fileQuery.queryKey, asUploaded(text))
      setMessage({ severity: 'success', text: 'El archivo de la aplicación fue guardado.' })
    } catch (error) {
      setMessage(
        isCancelled(error)
          ? { severity: 'info', text: 'Se canceló el envío: no se cambió nada.' }
          : { severity: 'error', text: messageOf(error) },
      )
    } finally {
      setPart(undefined)
    }
  }
  const start = async (file: File): Promise<void> => {
    const problem = sizeProblem(file.size)
    if (problem === undefined) await send(file)
    else setMessage({ severity: 'error', text: problem })
  }
  return { part, message, start, cancel: () => running.current?.abort() }
}
