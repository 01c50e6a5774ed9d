import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import styles from './public.module.css'

interface PublicFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string
  label: string
  error: string | undefined
  /** Announces the error, for forms that leave the focus in the input. */
  isAlert?: boolean
  /** Shown at the end of the input, over it. */
  end?: ReactNode
}

/** A labelled input of the pages outside the admin, with its error. */
export const PublicField = ({ label, error, isAlert = false, end, ...input }: PublicFieldProps) => {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.input}>
        <input
          id={id}
          aria-required="true"
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          autoCapitalize="none"
          spellCheck={false}
          {...input}
        />
        {end}
      </div>
      {error === undefined ? null : (
        <small id={errorId} role={isAlert ? 'alert' : undefined}>
          {error}
        </small>
      )}
    </div>
  )
}
