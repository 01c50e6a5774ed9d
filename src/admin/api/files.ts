import { CONNECTION_LOST, NOTHING_SAVED, noticeFailure } from './connection.ts'
import {
  type Address,
  type Answer,
  API_URL,
  ApiError,
  answerOf,
  errorOf,
  expireToken,
  headersWith,
  OUTCOME_UNKNOWN,
  readToken,
  sendAgain,
  urlOf,
} from './http.ts'

interface UploadOptions {
  /** Called with the fraction sent, from 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/** Uploads a large file and reports its progress; a cancelled upload rejects like a fetch. */
export const upload = <A extends Address & `PUT ${string}`>(
  address: A,
  file: Blob,
  options: UploadOptions,
): Promise<Answer<A>> => sendAgain(() => uploadOnce(address, file, options))

const uploadOnce = <A extends Address & `PUT ${string}`>(
  address: A,
  file: Blob,
  { onProgress, signal }: UploadOptions,
): Promise<Answer<A>> =>
  new Promise((resolve, reject) => {
    const token = readToken()
    const wasOnline = navigator.onLine
    // `fetch` does not report upload progress.
    const request = new XMLHttpRequest()
    request.open('PUT', `${API_URL}${urlOf(address)}`)
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    if (token !== undefined) request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('error', () => reject(lost(wasOnline ? OUTCOME_UNKNOWN : NOTHING_SAVED)))
    request.addEventListener('load', () => {
      const { status, responseText } = request
      if (status < 200 || status >= 300) reject(rejection(status, responseText, token))
      else
        try {
          resolve(answerOf(address, status, responseText))
        } catch (error) {
          reject(error)
        }
    })
    request.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })

/** Downloads the file of an endpoint, as the signed-in user. */
export const download = async (address: Address & `GET ${string}`): Promise<Blob> => {
  const token = readToken()
  const response = await fetch(`${API_URL}${urlOf(address)}`, { headers: headersWith(token) }).catch(
    () => undefined,
  )
  if (response === undefined) throw lost(CONNECTION_LOST)
  if (!response.ok) throw rejection(response.status, await response.text(), token)
  // The connection may still be lost before the last byte.
  return response.blob().catch(() => Promise.reject(lost(CONNECTION_LOST)))
}

interface RowsDownload {
  /** The byte that ends each row, including the header, and occurs nowhere else. */
  rowEnd: number
  /** Called with the number of received rows, and of all rows. */
  onProgress: (rows: number, total: number) => void
  signal: AbortSignal
}

export const INTERRUPTED = 'La exportación se interrumpió antes de terminar. Intente de nuevo.'

/** Bytes collected in memory before they are moved to a blob, which browsers can keep on disk. */
const PIECE = 4 * 1024 * 1024
const TELL_EVERY_MS = 100

/**
 * Downloads a file of rows as a stream. Rejects if the connection is lost, so that a partial file is never taken for
 * the whole.
 */
export const downloadRows = async (
  path: string,
  { rowEnd, onProgress, signal }: RowsDownload,
): Promise<{ file: Blob; name: string; rows: number }> => {
  const token = readToken()
  const response = await fetch(`${API_URL}${path}`, { headers: headersWith(token), signal }).catch(
    (error) => {
      throw signal.aborted ? error : lost(CONNECTION_LOST)
    },
  )
  if (!response.ok) throw rejection(response.status, await response.text(), token)
  const total = Number(response.headers.get('X-Total-Count'))
  const [, name = 'exportacion'] =
    /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? []
  const pieces: Blob[] = []
  let parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  let lines = 0
  let told = 0
  const reader = response.body?.getReader()
  const next = () =>
    reader?.read().catch((error) => {
      throw signal.aborted ? error : new ApiError(0, { message: INTERRUPTED })
    })
  for (let read = await next(); read?.value; read = await next()) {
    const { value } = read
    for (const byte of value) if (byte === rowEnd) lines++
    parts.push(value)
    size += value.length
    if (size >= PIECE) {
      pieces.push(new Blob(parts))
      parts = []
      size = 0
    }
    if (performance.now() - told < TELL_EVERY_MS) continue
    told = performance.now()
    onProgress(Math.min(Math.max(0, lines - 1), total), total)
  }
  const type = response.headers.get('Content-Type') ?? ''
  return { file: new Blob([...pieces, ...parts], { type }), name, rows: Math.max(0, lines - 1) }
}

const rejection = (status: number, text: string, token: string | undefined): ApiError => {
  if (status === 401) expireToken(token)
  return errorOf(status, text)
}

const lost = (message: string): ApiError => {
  noticeFailure()
  return new ApiError(0, { message })
}

/** Downloads bytes as a file. */
export const saveAs = (file: Blob, name: string): void => {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser may still be saving a large file.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
