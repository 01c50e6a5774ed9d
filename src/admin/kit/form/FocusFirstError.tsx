import { useEffect, useRef } from 'react'
import { useFormContext } from 'react-hook-form'

const INVALID = '[aria-invalid="true"], [data-invalid="true"]'

const isReachable = (element: HTMLElement): boolean =>
  element.getAttribute('aria-hidden') !== 'true' &&
  element.tabIndex >= -1 &&
  !element.hasAttribute('disabled') &&
  element.closest('[hidden]') === null

/** After a submit that failed, puts the focus on the first invalid field, in reading order. */
export const FocusFirstError = () => {
  const { formState } = useFormContext()
  const { submitCount, isSubmitting, errors } = formState
  const marker = useRef<HTMLSpanElement>(null)
  const seen = useRef(submitCount)
  useEffect(() => {
    if (isSubmitting || submitCount === seen.current) return
    seen.current = submitCount
    if (Object.keys(errors).length === 0) return
    const fields = marker.current?.closest('form')?.querySelectorAll<HTMLElement>(INVALID) ?? []
    ;[...fields].find(isReachable)?.focus()
  }, [submitCount, isSubmitting, errors])
  return <span ref={marker} hidden />
}
