import { useWatch } from 'react-hook-form'
import { useSettings } from '../../../api/use-settings.ts'
import type { FieldProps } from '../../../kit/inputs/field.tsx'
import { choicesOf, SelectInput } from '../../../kit/inputs/SelectInput.tsx'
import { TextInput } from '../../../kit/inputs/TextInput.tsx'

/** Where a content came from: one of the addresses of the settings, any address where those name none. */
export const MailOriginInput = (props: FieldProps) => {
  const { data } = useSettings()
  const current: unknown = useWatch({ name: props.source })
  const offered = data?.mailsOrigin ?? []
  if (offered.length === 0) return <TextInput {...props} type="email" />
  const kept = typeof current === 'string' && current !== '' && !offered.includes(current) ? [current] : []
  return <SelectInput {...props} emptyValue="" choices={choicesOf([...offered, ...kept])} />
}
