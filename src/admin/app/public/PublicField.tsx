import { type InputHTMLAttributes, useId } from 'react'
import styles from './public.module.css'

interface PublicFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string
  label: string
  error: string | undefined
  /** Announces the error, for forms that leave the focus in the input. */
  isAlert?: boolean
}

/** A labelled input of the pages outside the admin, with its error. */
export const PublicField = ({ label, error, isAlert = false, ...input }: PublicFieldProps) => {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        aria-required="true"
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        autoCapitalize="none"
        spellCheck={false}
        {...input}
      />
      {error === undefined ? null : (
        <small id={errorId} role={isAlert ? 'alert' : undefined}>
          {error}
        </small>
      )}
    </div>
  )
}
