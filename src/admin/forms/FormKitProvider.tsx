import { type ReactNode, useMemo, useRef, useState } from 'react'
import { type FormKit, FormKitContext, ShapeContext } from './form-kit.ts'

interface FormKitProviderProps extends Pick<FormKit, 'mode' | 'shape'> {
  incomplete?: string | undefined
  children: ReactNode
}

/** Keeps what the parts of one form share. */
export const FormKitProvider = ({ mode, shape, incomplete, children }: FormKitProviderProps) => {
  const [message, setMessage] = useState<string>()
  const [isStale, setStale] = useState(false)
  const isDone = useRef(false)
  const kit = useMemo(
    () => ({ mode, shape, message, setMessage, incomplete, isStale, setStale, isDone }),
    [mode, shape, message, incomplete, isStale],
  )
  return (
    <FormKitContext value={kit}>
      <ShapeContext value={shape}>{children}</ShapeContext>
    </FormKitContext>
  )
}
