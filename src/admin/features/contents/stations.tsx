import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { linkUrl } from '../../../domain/contents/link.ts'
import { useSettings } from '../../api/settings.ts'
import { PreviewButton } from '../../kit/dialogs/PreviewDialog.tsx'
import { CreationDate, FormSection, Span } from '../../kit/form/FormSection.tsx'
import { PublicationSection } from '../../kit/form/WithAside.tsx'
import { NumberInput, TextInput } from '../../kit/inputs/inputs.tsx'
import { PictureInput } from './PictureInput.tsx'

/** Number and title of a channel or a radio station, and further fields. */
export const StationFields = ({ children }: { children: ReactNode }) => (
  <FormSection title="Datos">
    <Span of={3}>
      <NumberInput source="number" />
    </Span>
    <Span of={9}>
      <TextInput source="title" />
    </Span>
    {children}
    <CreationDate />
  </FormSection>
)

const asText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** The link of a channel or a radio station, and its preview. */
export const StationLinkInput = ({ of, isRadio = false }: { of: number; isRadio?: boolean }) => {
  const [link, kind]: unknown[] = useWatch({ name: ['link', 'linkInternal'] })
  const { data } = useSettings()
  const stored = asText(link)
  const linkType = isRadio || kind === 'E' ? 'E' : 'I'
  const url = stored === '' ? '' : (linkUrl({ link: stored, linkType }, data?.tvUrlBase ?? '') ?? stored)
  return (
    <>
      <Span of={of}>
        <TextInput source="link" placeholder="https://…" />
      </Span>
      <Span of={3} phone={5}>
        <PreviewButton
          label={isRadio ? 'Escuchar' : 'Ver canal'}
          title={isRadio ? 'Emisora en vivo' : 'Canal en vivo'}
          url={url}
          isBelow
          isLive
          isAudio={isRadio}
        />
      </Span>
    </>
  )
}

/** The side column of a channel or a radio station: its logo, further pictures, and the publication dates. */
export const StationAside = ({ pictures = [] }: { pictures?: readonly string[] }) => (
  <>
    <FormSection title="Imágenes">
      {['image', ...pictures].map((source) => (
        <PictureInput key={source} source={source} name="Imagen" ratio="16 / 9" fit="contain" />
      ))}
    </FormSection>
    <PublicationSection />
  </>
)
