import { ApiError, CONNECTION_LOST, errorOf, NOTHING_SAVED, OUTCOME_UNKNOWN } from './api-error.ts'
import { noticeFailure } from './connection.ts'
import { API_URL } from './http.ts'
import { expireToken, readToken } from './session/token.ts'

interface UploadOptions {
  /** Called with the part that was sent, from 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

const refusal = (status: number, text: string, token: string | undefined): ApiError => {
  if (status === 401) expireToken(token)
  return errorOf(status, text)
}

const lost = (message: string): ApiError => {
  noticeFailure()
  return new ApiError(0, { message })
}

/** Sends a large file with word of how far it got; what is cancelled rejects as a fetch does. */
export const upload = (path: string, file: Blob, { onProgress, signal }: UploadOptions): Promise<string> =>
  new Promise((resolve, reject) => {
    const token = readToken()
    const wasOnline = navigator.onLine
    // A fetch says nothing of how much it has sent.
    const request = new XMLHttpRequest()
    request.open('PUT', `${API_URL}${path}`)
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    if (token !== undefined) request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    )
    const fail = () => reject(refusal(request.status, request.responseText, token))
    request.addEventListener('error', () => reject(lost(wasOnline ? OUTCOME_UNKNOWN : NOTHING_SAVED)))
    request.addEventListener('load', () =>
      request.status >= 200 && request.status < 300 ? resolve(request.responseText) : fail(),
    )
    request.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })

/** Reads a file of the API as the signed-in person. */
export const download = async (path: string): Promise<Blob> => {
  const token = readToken()
  const headers = new Headers()
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)
  const response = await fetch(`${API_URL}${path}`, { headers }).catch(() => undefined)
  if (response === undefined) throw lost(CONNECTION_LOST)
  if (!response.ok) throw refusal(response.status, await response.text(), token)
  // The connection may still break before the last byte.
  return response.blob().catch(() => Promise.reject(lost(CONNECTION_LOST)))
}

/** Hands bytes to the person as a file of this name. */
export const saveAs = (file: Blob, name: string): void => {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // A large file may still be on its way to the disk.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
