import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ComponentProps, type ReactNode, useEffect, useMemo, useState } from 'react'
import { useStore } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import {
  contentLinkSchema,
  LANGUAGES,
  LINK_MESSAGES,
  LINK_PROVIDERS,
  LINK_TYPES,
  type Link,
  languageName,
  linkUrl,
  QUALITIES,
} from '../../../domain/contents/link.ts'
import { useSettings } from '../../api/settings.ts'
import { PreviewDialog } from '../../kit/dialogs/PreviewDialog.tsx'
import { Tag } from '../../kit/display/display.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { FormSection, Span } from '../../kit/form/FormSection.tsx'
import { type FormSchema, initialValues, useFormKit } from '../../kit/inputs/form-kit.tsx'
import { DeleteItemButton, ItemButtons, ItemRow, ItemsInput } from '../../kit/inputs/ItemsInput.tsx'
import {
  ChecksInput,
  labelChoices,
  SelectInput,
  SwitchInput,
  TextInput,
  toChoices,
} from '../../kit/inputs/inputs.tsx'
import { CheckButton, LinkHealthLine, useFormHealth } from '../links/LinkHealthLine.tsx'

const LANGUAGE_CHOICES = Object.entries(LANGUAGES).map(([id, name]) => ({ id, name }))

// Values come from the API, or were validated by the link dialog.
const asLink = (value: object): Link => value as Link

const linksIn = (value: unknown): Link[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null).map(asLink) : []

/** Only external links have a provider. */
const ProviderInput = () => {
  const { setValue } = useFormContext()
  const [linkType, provider]: unknown[] = useWatch({ name: ['linkType', 'provider'] })
  const isExternal = linkType === 'E'
  useEffect(() => {
    if (!isExternal && typeof provider === 'number') setValue('provider', null)
  }, [isExternal, provider, setValue])
  return <SelectInput source="provider" choices={LINK_PROVIDERS} disabled={!isExternal} />
}

const FLAGS = ['isLinkReserved', 'isYoutube', 'googleStorage', 'isCdnLink', 'status'] as const

const LinkFields = ({ children }: { children?: ReactNode }) => (
  <>
    <Span of={12}>
      <TextInput source="link" label="Enlace" placeholder="https://…" autoFocus />
    </Span>
    <Span of={4}>
      <SelectInput source="quality" choices={toChoices(QUALITIES)} />
    </Span>
    <Span of={4} phone={6}>
      <SelectInput source="linkType" choices={labelChoices(LINK_TYPES)} />
    </Span>
    <Span of={4} phone={6}>
      <ProviderInput />
    </Span>
    <Span of={12}>
      <ChecksInput source="audio" choices={LANGUAGE_CHOICES} columnWidth={120} />
    </Span>
    <Span of={12}>
      <ChecksInput source="closedCaption" choices={LANGUAGE_CHOICES} columnWidth={120} />
    </Span>
    <Span of={12}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2.5, rowGap: 0.5 }}>
        {FLAGS.map((flag) => (
          <SwitchInput key={flag} source={flag} />
        ))}
      </Box>
    </Span>
    {children}
  </>
)

/** Fields not copied to a new link; `isLinkReserved` is only copied from links of the same content. */
const NOT_COPIED = ['link', 'status']
const NOT_REMEMBERED = [...NOT_COPIED, 'isLinkReserved']

const without = (link: object, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(link).filter(([name]) => !names.includes(name)))

/** Defaults of a new link: the last one of the list, or the last one added in this browser. */
const useNewLink = (schema: FormSchema, links: readonly Link[]) => {
  const [stored, keep] = useStore<unknown>('links.last')
  const last = links.at(-1)
  return useMemo(() => {
    const before = last
      ? without(last, NOT_COPIED)
      : typeof stored === 'object' && stored !== null
        ? stored
        : {}
    // The stored link may be of another version, or of contents with other fields.
    const valid = Object.entries(before).filter(
      ([name, value]) => schema.shape[name]?.safeParse(value).success === true,
    )
    return {
      record: { ...initialValues(schema), ...Object.fromEntries(valid) },
      remember: (link: Link) => keep(without(link, NOT_REMEMBERED)),
    }
  }, [schema, last, stored, keep])
}

interface LinkDialogProps {
  open: boolean
  /** The link to edit; undefined for a new one. */
  link: Link | undefined
  links: readonly Link[]
  schema: FormSchema
  children?: ReactNode
  onSave: (link: Link) => void
  onClose: () => void
}

const LinkDialog = ({ link, links, schema, children, onSave, ...dialog }: LinkDialogProps) => {
  const added = useNewLink(schema, links)
  const save = (saved: Link): void => {
    if (link === undefined) added.remember(saved)
    onSave(saved)
  }
  return (
    <FormDialog
      {...dialog}
      title={link === undefined ? 'Agregar enlace' : 'Editar enlace'}
      schema={schema}
      record={link ?? added.record}
      onSave={(values) => save(asLink(values))}
    >
      <LinkFields>{children}</LinkFields>
    </FormDialog>
  )
}

interface LinkRowProps {
  link: Link
  /** Check results. */
  health: ReactNode
  errors: readonly string[]
  tags?: ReactNode
  onChange: (link: Link) => void
  onEdit: () => void
  onDelete: () => void
}

const LinkTags = ({ link }: { link: Link }) => (
  <>
    <Tag>{link.quality}</Tag>
    {link.audio.map((code) => (
      <Tag key={code} title={`Audio: ${languageName(code)}`}>
        {code}
      </Tag>
    ))}
    {link.closedCaption.map((code) => (
      <Tag key={code} title={`Subtítulos: ${languageName(code)}`}>
        CC {code}
      </Tag>
    ))}
    {link.isLinkReserved ? <Tag>Reservado</Tag> : null}
  </>
)

const Preview = ({ link }: { link: Link }) => {
  const { data } = useSettings()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" aria-label={`Ver preview de ${link.link}`} onClick={() => setOpen(true)}>
        Ver
      </Button>
      <PreviewDialog
        open={isOpen}
        title="Vista previa del enlace"
        url={linkUrl(link, data?.contentUrlBase ?? '') ?? link.link}
        isYoutube={link.isYoutube || link.provider === 0}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

const StatusButton = ({ link, onChange }: Pick<LinkRowProps, 'link' | 'onChange'>) => {
  const action = link.status ? 'Desactivar' : 'Activar'
  return (
    <Button
      size="small"
      aria-label={`${action} ${link.link}`}
      onClick={() => onChange({ ...link, status: !link.status })}
    >
      {action}
    </Button>
  )
}

const LinkRow = ({ link, health, errors, tags, onChange, onEdit, onDelete }: LinkRowProps) => (
  <ItemRow testId="link" errors={errors}>
    <Box sx={{ width: 52, fontSize: 12, color: link.status ? 'success.main' : 'text.secondary' }}>
      {link.status ? 'Activo' : 'Inactivo'}
    </Box>
    <LinkTags link={link} />
    {tags}
    <Box
      sx={{
        flex: '1 1 220px',
        minWidth: 0,
        overflowWrap: 'anywhere',
        color: link.status ? 'text.primary' : 'text.secondary',
      }}
    >
      {link.link}
    </Box>
    <ItemButtons>
      <Preview link={link} />
      <StatusButton link={link} onChange={onChange} />
      <Button size="small" aria-label={`Editar ${link.link}`} onClick={onEdit}>
        Editar
      </Button>
      <DeleteItemButton name={link.link} prompt={LINK_MESSAGES.deletePrompt(link.link)} onDelete={onDelete} />
    </ItemButtons>
    {health}
  </ItemRow>
)

interface LinksInputProps {
  source?: string
  schema?: FormSchema
  /** Further fields of the dialog, for contents with extended links. */
  children?: ReactNode
  /** Tags for those fields in the row. */
  tags?: (link: Link) => ReactNode
}

const LinksInput = ({ source = 'content', schema = contentLinkSchema, children, tags }: LinksInputProps) => {
  const { links: health, isLoading, follow } = useFormHealth()
  return (
    <ItemsInput
      source={source}
      addLabel="Agregar enlace"
      actions={<CheckButton links={health} onRequested={follow} label="Comprobar enlaces" />}
      itemsIn={linksIn}
      row={({ item, ...row }) => (
        <LinkRow
          link={item}
          health={
            <LinkHealthLine links={health} url={item.link} isActive={item.status} isLoading={isLoading} />
          }
          tags={tags?.(item)}
          {...row}
        />
      )}
      opener={useFormKit().linkOpener}
      dialog={({ item, items, ...dialog }) => (
        <LinkDialog link={item} links={items} schema={schema} {...dialog}>
          {children}
        </LinkDialog>
      )}
    />
  )
}

export const LinksSection = (props: ComponentProps<typeof LinksInput>) => (
  <FormSection title="Enlaces">
    <LinksInput {...props} />
  </FormSection>
)
