import { useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { NewTransaction } from '../../../domain/credits/transaction-schemas.ts'
import { ApiError, type FieldErrors } from '../../api/api-error.ts'
import type { CreditFormProps } from './CreditForm.tsx'
import { makeMovement, UnknownOutcome } from './make-movement.ts'

const UNEXPECTED = 'Ocurrió un error inesperado. Intente de nuevo.'
const UNCERTAIN = 'No se sabe si la transacción se procesó. Al reintentar no se repite.'
const LEFT_OPEN = 'La transacción anterior con este usuario quedó sin respuesta.'

interface State {
  isBusy: boolean
  /** The server did not say what became of it: the same movement is asked again, no other one. */
  isUncertain: boolean
  message: string | undefined
}

const IDLE: State = { isBusy: false, isUncertain: false, message: undefined }
const OPEN: State = { isBusy: false, isUncertain: true, message: `${LEFT_OPEN} ${UNCERTAIN}` }

const textsOf = (errors: FieldErrors): string[] =>
  Object.values(errors).flatMap((error) => (typeof error === 'string' ? error : textsOf(error)))

/** What the server says, each field's words too: they name the balance that is not enough. */
const wordsOf = (error: unknown): string => {
  if (!(error instanceof ApiError)) return UNEXPECTED
  const texts = textsOf(error.body.errors ?? {})
  return texts.length > 0 ? texts.join(' ') : error.message
}

// The resolver let it through: it is what the schema says.
const asAsked = (values: FieldValues): NewTransaction => values as NewTransaction

/** Makes the form's movement once, however often the button is pressed; `isLeftOpen` where an earlier page sent it. */
export const useMovement = ({ deal, onBusy, onSettled, onSaved }: CreditFormProps, isLeftOpen: boolean) => {
  const [state, setState] = useState(isLeftOpen ? OPEN : IDLE)
  // Pressed twice, the second submit may come after the first one is through: a form makes one movement.
  const isTaken = useRef(false)
  const make = async (values: FieldValues): Promise<void> => {
    if (isTaken.current) return
    isTaken.current = true
    setState((last) => ({ ...last, isBusy: true, message: undefined }))
    onBusy(true)
    try {
      onSaved(await makeMovement(deal.seller._id, asAsked(values)))
    } catch (error) {
      const isUncertain = error instanceof UnknownOutcome
      const message = isUncertain ? `${wordsOf(error.cause)} ${UNCERTAIN}` : wordsOf(error)
      setState({ isBusy: false, isUncertain, message })
      isTaken.current = false
    } finally {
      onBusy(false)
      onSettled()
    }
  }
  return { make, state }
}
