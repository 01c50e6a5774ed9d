import Box from '@mui/material/Box'
import { type ReactNode, useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { LINK_PROVIDERS, LINK_TYPES, QUALITIES } from '../../../../domain/contents/link.ts'
import { Span } from '../../../kit/form/FormSection.tsx'
import { ChecksInput } from '../../../kit/inputs/ChecksInput.tsx'
import { choicesIn, choicesOf, SelectInput } from '../../../kit/inputs/SelectInput.tsx'
import { SwitchInput } from '../../../kit/inputs/SwitchInput.tsx'
import { TextInput } from '../../../kit/inputs/TextInput.tsx'
import { LANGUAGE_CHOICES } from './link-record.ts'

/** Only an external link names its provider. */
const ProviderInput = () => {
  const { setValue } = useFormContext()
  const [linkType, provider]: unknown[] = useWatch({ name: ['linkType', 'provider'] })
  const isExternal = linkType === 'E'
  useEffect(() => {
    if (!isExternal && typeof provider === 'number') setValue('provider', null)
  }, [isExternal, provider, setValue])
  return <SelectInput source="provider" label="Proveedor" choices={LINK_PROVIDERS} disabled={!isExternal} />
}

const FLAGS = [
  { source: 'isLinkReserved', label: 'Link reservado' },
  { source: 'isYoutube', label: 'YouTube' },
  { source: 'googleStorage', label: 'Google Storage' },
  { source: 'isCdnLink', label: 'CDN' },
  { source: 'status', label: 'Activo' },
] as const

export const LinkFields = ({ children }: { children?: ReactNode }) => (
  <>
    <Span of={12}>
      <TextInput source="link" label="Link" placeholder="https://…" autoFocus />
    </Span>
    <Span of={4}>
      <SelectInput source="quality" label="Calidad" choices={choicesOf(QUALITIES)} />
    </Span>
    <Span of={4} phone={6}>
      <SelectInput source="linkType" label="Tipo de link" choices={choicesIn(LINK_TYPES)} />
    </Span>
    <Span of={4} phone={6}>
      <ProviderInput />
    </Span>
    <Span of={12}>
      <ChecksInput source="audio" label="Audio" choices={LANGUAGE_CHOICES} columnWidth={120} />
    </Span>
    <Span of={12}>
      <ChecksInput source="closedCaption" label="Subtítulos" choices={LANGUAGE_CHOICES} columnWidth={120} />
    </Span>
    <Span of={12}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2.5, rowGap: 0.5 }}>
        {FLAGS.map((flag) => (
          <SwitchInput key={flag.source} {...flag} />
        ))}
      </Box>
    </Span>
    {children}
  </>
)
