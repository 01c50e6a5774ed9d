import type { ReactNode } from 'react'

/** A label with the mark of what must be filled in; the mark is for the eye, `aria-required` for the ear. */
export const FieldLabel = ({ children, required }: { children: ReactNode; required: boolean }) => (
  <>
    {children}
    {required ? <span aria-hidden="true"> *</span> : null}
  </>
)
