import { useWatch } from 'react-hook-form'
import { useSettings } from '../settings/use-settings.ts'
import type { FieldProps } from './field.ts'
import { choicesOf, SelectInput } from './SelectInput.tsx'
import { TextInput } from './TextInput.tsx'

/** Where a content came from: one of the addresses of the settings, any address where those name none. */
export const MailOriginInput = (props: FieldProps) => {
  const { data } = useSettings()
  const current: unknown = useWatch({ name: props.source })
  const offered = data?.mailsOrigin ?? []
  if (offered.length === 0) return <TextInput {...props} type="email" />
  const kept = typeof current === 'string' && current !== '' && !offered.includes(current) ? [current] : []
  return <SelectInput {...props} emptyValue="" choices={choicesOf([...offered, ...kept])} />
}
