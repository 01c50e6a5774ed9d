import { useCallback } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useFormKit } from '../inputs/form-kit.ts'

const UNEXPECTED = 'Ocurrió un error inesperado. Intente de nuevo.'

const inputNamed = (field: string): boolean =>
  document.querySelector(`[name="${CSS.escape(field)}"], [data-field="${CSS.escape(field)}"]`) !== null

/** Whether every problem has a field on the screen to stand beside. */
const isShownBesideFields = (error: ApiError): boolean => {
  const fields = Object.keys(error.body.errors ?? {})
  return fields.length > 0 && fields.every(inputNamed)
}

/** What becomes of a refused write: beside its fields, in the message area, or a question about the newer version. */
export const useRefusal = (): ((error: unknown) => void) => {
  const { setMessage, setStale } = useFormKit()
  return useCallback(
    (error) => {
      if (!(error instanceof ApiError)) return setMessage(UNEXPECTED)
      // The session's end has its own way: to /login and back, with what was typed.
      if (error.status === 401) return undefined
      if (error.body.code === 'STALE') return setStale({})
      return setMessage(isShownBesideFields(error) ? undefined : error.message)
    },
    [setMessage, setStale],
  )
}
