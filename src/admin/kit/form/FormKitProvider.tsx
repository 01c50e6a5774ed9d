import { type ReactNode, useMemo, useRef, useState } from 'react'
import { type FormKit, FormKitContext, type SaveGuard, ShapeContext, type Stale } from '../inputs/form-kit.ts'

interface FormKitProviderProps extends Pick<FormKit, 'mode' | 'schema'> {
  incomplete?: string | undefined
  children: ReactNode
}

/** Keeps what the parts of one form share. */
export const FormKitProvider = ({ mode, schema, incomplete, children }: FormKitProviderProps) => {
  const [message, setMessage] = useState<string>()
  const [stale, setStale] = useState<Stale>()
  const isDone = useRef(false)
  const saveGuard = useRef<SaveGuard>(undefined)
  const kit = useMemo(
    () => ({ mode, schema, message, setMessage, incomplete, stale, setStale, isDone, saveGuard }),
    [mode, schema, message, incomplete, stale],
  )
  return (
    <FormKitContext value={kit}>
      <ShapeContext value={schema}>{children}</ShapeContext>
    </FormKitContext>
  )
}
