import { CONNECTION_LOST, NOTHING_SAVED, reportFailure } from './connection.ts'
import {
  API_URL,
  ApiError,
  authHeaders,
  type EndpointKey,
  endpointPath,
  expireToken,
  OUTCOME_UNKNOWN,
  parseResponse,
  type ResponseBody,
  readToken,
  sendAgain,
  toApiError,
} from './http.ts'

interface UploadOptions {
  /** Called with the fraction sent, from 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/** Uploads a large file and reports its progress; a cancelled upload rejects like a fetch. */
export const upload = <A extends EndpointKey & `PUT ${string}`>(
  endpoint: A,
  file: Blob,
  options: UploadOptions,
): Promise<ResponseBody<A>> => sendAgain(() => uploadOnce(endpoint, file, options))

const uploadOnce = <A extends EndpointKey & `PUT ${string}`>(
  endpoint: A,
  file: Blob,
  { onProgress, signal }: UploadOptions,
): Promise<ResponseBody<A>> =>
  new Promise((resolve, reject) => {
    const token = readToken()
    const wasOnline = navigator.onLine
    // `fetch` does not report upload progress.
    const request = new XMLHttpRequest()
    request.open('PUT', `${API_URL}${endpointPath(endpoint)}`)
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    if (token !== undefined) request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('error', () =>
      reject(connectionError(wasOnline ? OUTCOME_UNKNOWN : NOTHING_SAVED)),
    )
    request.addEventListener('load', () => {
      const { status, responseText } = request
      if (status < 200 || status >= 300) reject(rejection(status, responseText, token))
      else
        try {
          resolve(parseResponse(endpoint, status, responseText))
        } catch (error) {
          reject(error)
        }
    })
    request.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })

/** Downloads the file of an endpoint, as the signed-in user. */
export const download = async (endpoint: EndpointKey & `GET ${string}`): Promise<Blob> => {
  const token = readToken()
  const response = await fetch(`${API_URL}${endpointPath(endpoint)}`, { headers: authHeaders(token) }).catch(
    () => undefined,
  )
  if (response === undefined) throw connectionError(CONNECTION_LOST)
  if (!response.ok) throw rejection(response.status, await response.text(), token)
  // The connection may still be lost before the last byte.
  return response.blob().catch(() => Promise.reject(connectionError(CONNECTION_LOST)))
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
const CHUNK_BYTES = 4 * 1024 * 1024
const PROGRESS_EVERY_MS = 100

/**
 * Downloads a file of rows as a stream. Rejects if the connection is lost, so that a partial file is never taken for
 * the whole.
 */
export const downloadRows = async (
  path: string,
  { rowEnd, onProgress, signal }: RowsDownload,
): Promise<{ file: Blob; name: string; rows: number }> => {
  const token = readToken()
  const response = await fetch(`${API_URL}${path}`, { headers: authHeaders(token), signal }).catch(
    (error) => {
      throw signal.aborted ? error : connectionError(CONNECTION_LOST)
    },
  )
  if (!response.ok) throw rejection(response.status, await response.text(), token)
  const total = Number(response.headers.get('X-Total-Count'))
  const [, name = 'exportacion'] =
    /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? []
  const chunks: Blob[] = []
  let parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  let lines = 0
  let lastProgress = 0
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
    if (size >= CHUNK_BYTES) {
      chunks.push(new Blob(parts))
      parts = []
      size = 0
    }
    if (performance.now() - lastProgress < PROGRESS_EVERY_MS) continue
    lastProgress = performance.now()
    onProgress(Math.min(Math.max(0, lines - 1), total), total)
  }
  const type = response.headers.get('Content-Type') ?? ''
  return { file: new Blob([...chunks, ...parts], { type }), name, rows: Math.max(0, lines - 1) }
}

const rejection = (status: number, text: string, token: string | undefined): ApiError => {
  if (status === 401) expireToken(token)
  return toApiError(status, text)
}

const connectionError = (message: string): ApiError => {
  reportFailure()
  return new ApiError(0, { message })
}

/** Downloads bytes as a file. */
export const saveAs = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser may still be saving a large file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
