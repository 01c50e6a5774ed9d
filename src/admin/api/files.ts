import { noticeFailure } from './connection.ts'
import {
  type Address,
  type Answer,
  API_URL,
  ApiError,
  answerOf,
  CONNECTION_LOST,
  errorOf,
  expireToken,
  headersWith,
  NOTHING_SAVED,
  OUTCOME_UNKNOWN,
  readToken,
  urlOf,
} from './http.ts'

interface UploadOptions {
  /** Called with the part that was sent, from 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/** Sends a large file to an endpoint and reports its progress; what is cancelled rejects as a fetch does. */
export const upload = <A extends Address & `PUT ${string}`>(
  address: A,
  file: Blob,
  { onProgress, signal }: UploadOptions,
): Promise<Answer<A>> =>
  new Promise((resolve, reject) => {
    const token = readToken()
    const wasOnline = navigator.onLine
    // A fetch says nothing of how much it has sent.
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

/** Reads the file that an endpoint answers, as the signed-in user. */
export const download = async (address: Address & `GET ${string}`): Promise<Blob> => {
  const token = readToken()
  const response = await fetch(`${API_URL}${urlOf(address)}`, { headers: headersWith(token) }).catch(
    () => undefined,
  )
  if (response === undefined) throw lost(CONNECTION_LOST)
  if (!response.ok) throw rejection(response.status, await response.text(), token)
  // The connection may still break before the last byte.
  return response.blob().catch(() => Promise.reject(lost(CONNECTION_LOST)))
}

const rejection = (status: number, text: string, token: string | undefined): ApiError => {
  if (status === 401) expireToken(token)
  return errorOf(status, text)
}

const lost = (message: string): ApiError => {
  noticeFailure()
  return new ApiError(0, { message })
}

/** Hands bytes to the user as a file of this name. */
export const saveAs = (file: Blob, name: string): void => {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // A large file may still be on its way to the disk.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
