import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import Link from '@mui/material/Link'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import {
  Form,
  LinkBase,
  type RaRecord,
  useDataProvider,
  useListContext,
  useNavigate,
  useNotify,
  useResourceContext,
  useTranslateLabel,
} from 'react-admin'
import { type FieldValues, useFormState } from 'react-hook-form'
import { systemProfileLabel } from '../../../domain/access/permissions.ts'
import { profileSchema } from '../../../domain/users/profile.ts'
import {
  canCreateProfiles,
  type ProfileToggle,
  profileDeletionError,
  toggleError,
} from '../../../domain/users/profile-rules.ts'
import { type OfferedTemplate, templatesFor } from '../../../domain/users/profile-templates.ts'
import { ApiError, type FieldErrors, type RecordOf } from '../../api/http.ts'
import { useCan, useMe } from '../../api/me.ts'
import { formPathOf, pathOf } from '../../api/paths.ts'
import { useRefreshLists } from '../../api/query-client.ts'
import { stopPropagation, Tag, ToggleSwitch } from '../../kit/display/display.tsx'
import { SchemaContext, schemaResolver } from '../../kit/inputs/form-kit.tsx'
import { TextInput } from '../../kit/inputs/inputs.tsx'
import { CatalogueList } from '../../kit/list/CatalogueList.tsx'
import { type Column, dayColumn } from '../../kit/list/columns.tsx'
import { RowDelete } from '../../kit/list/RowDelete.tsx'
import type { BulkEntity } from '../../kit/list/selection.tsx'
import { useToggle } from '../../kit/list/table-state.ts'
import { SAVED, SAVED_FOR_MS } from '../../kit/page/Page.tsx'

// Users who can open this list can read profiles: its rows are complete records.
type Row = RecordOf<'profiles'>

// Long names wrap where the switches need the width.
const NAME = {
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 0.5,
  maxWidth: { sm: 158, xl: 'none' },
} as const

const Name = ({ name, isSystem }: Row) => (
  <Box component="span" sx={NAME}>
    <strong>{name}</strong>
    {isSystem ? (
      <>
        ·
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {systemProfileLabel(name)}
        </Box>
        <Tag>Sistema</Tag>
      </>
    ) : null}
  </Box>
)

const PermissionsLink = ({ id, name }: Row) => (
  <Link
    component={LinkBase}
    to={pathOf('profile-permissions', id)}
    aria-label={`Permisos: ${name}`}
    onClick={stopPropagation}
    sx={{ display: 'inline-flex', alignItems: 'center', minHeight: { xs: 44, sm: 24 } }}
  >
    Permisos
  </Link>
)

const deletePrompt = ({ name }: RaRecord): string => `Seguro de eliminar ${name}`

const DeleteProfile = (profile: Row) => {
  const { data: me } = useMe()
  return (
    <RowDelete prompt={deletePrompt} blockedBy={() => (me ? profileDeletionError(me, profile) : undefined)} />
  )
}

const DELETION: BulkEntity = {
  offers: ['delete'],
  deleteNote: 'Los perfiles eliminados no se pueden recuperar.',
}

const COLUMNS: readonly Column<Row>[] = [
  { source: 'name', onPhone: 'title', render: Name },
  {
    source: 'accessWeb',
    onPhone: 'row',
    render: (profile) => <ProfileSwitch profile={profile} source="accessWeb" />,
  },
  {
    source: 'accessApp',
    onPhone: 'row',
    render: (profile) => <ProfileSwitch profile={profile} source="accessApp" />,
  },
  {
    source: 'dateValidate',
    onPhone: 'row',
    render: (profile) => <ProfileSwitch profile={profile} source="dateValidate" />,
  },
  {
    source: 'deviceValidate',
    onPhone: 'row',
    render: (profile) => <ProfileSwitch profile={profile} source="deviceValidate" />,
  },
  {
    source: 'secondFactor',
    label: 'Segundo factor',
    onPhone: 'row',
    render: (profile) => <ProfileSwitch profile={profile} source="secondFactor" />,
  },
  dayColumn({ source: 'dateUpdate', label: 'Modificado' }),
  { source: 'routeAccess', disableSort: true, onPhone: 'row', render: PermissionsLink },
  {
    source: 'actions',
    label: 'Acciones',
    disableSort: true,
    onPhone: 'action',
    render: (profile) => <DeleteProfile {...profile} />,
  },
]

/** The profiles with their toggles, and links to their permissions. */
export const ProfileList = () => (
  <CatalogueList title="Perfiles" bulk={DELETION} above={<AddProfile />} columns={COLUMNS} />
)

// On a phone the five switches are stacked: touch targets must not overlap.
const SWITCH_CELL = { display: 'inline-flex', alignItems: 'center', minHeight: { xs: 48, sm: 0 } }

/** One of the five switches of a row; a disabled one explains why in its tooltip. */
const ProfileSwitch = ({ profile, source }: { profile: Row; source: ProfileToggle }) => {
  const resource = useResourceContext() ?? ''
  const { data: me } = useMe()
  const canModify = useCan('modify', resource)
  const toggle = useToggle(source)
  const label = useTranslateLabel()({ source, resource })
  const error = me === undefined ? undefined : toggleError({ ...me, profileId: me.profile }, profile, source)
  return (
    <Box component="span" title={error} sx={SWITCH_CELL}>
      <ToggleSwitch
        checked={profile[source]}
        label={`${typeof label === 'string' ? label : source}: ${profile.name}`}
        disabled={!canModify || me === undefined || error !== undefined}
        onToggle={(value) => toggle(profile, value)}
      />
    </Box>
  )
}

const NAME_SCHEMA = profileSchema.pick({ name: true })
const resolver = schemaResolver(NAME_SCHEMA)
const EMPTY = { name: '' }

const Register = () => {
  const { isSubmitting } = useFormState()
  return (
    <Button type="submit" variant="contained" loading={isSubmitting} sx={{ mt: '29px', flexShrink: 0 }}>
      Registrar
    </Button>
  )
}

const CHOICES = {
  flexDirection: 'row',
  columnGap: 1.5,
  '& > label': { minHeight: { xs: 44, sm: 36 } },
} as const

interface TemplatesProps {
  templates: readonly OfferedTemplate[]
  template: OfferedTemplate
  choose: (name: string) => void
}

/** The permissions that the new profile begins with. */
const Templates = ({ templates, template: { name, purpose, isCut }, choose }: TemplatesProps) => {
  const id = useId()
  return (
    <FormControl component="fieldset" sx={{ flex: '1 1 420px', mt: { xs: 0, sm: 1 } }}>
      <FormLabel component="legend" sx={{ fontSize: 12, fontWeight: 600 }}>
        Plantilla
      </FormLabel>
      <RadioGroup aria-describedby={id} value={name} onChange={(_, chosen) => choose(chosen)} sx={CHOICES}>
        {templates.map((each) => (
          <FormControlLabel
            key={each.name}
            value={each.name}
            label={each.name}
            control={<Radio size="small" />}
          />
        ))}
      </RadioGroup>
      <FormHelperText id={id} role="status" sx={{ mx: 0 }}>
        {purpose}
        {isCut ? ' Se registra sin los permisos que usted no tiene.' : null}
      </FormHelperText>
    </FormControl>
  )
}

/** Adds a profile by name; one with permissions opens in the editor, others are added one after another. */
const AddProfile = () => {
  const { resource } = useListContext()
  const { data: me } = useMe()
  const canRegister = useCan('register', resource)
  const [added, setAdded] = useState(0)
  const [chosen, setChosen] = useState('')
  const add = useAddProfile(() => setAdded((count) => count + 1))
  if (!canRegister || me === undefined || !canCreateProfiles(me)) return null
  const templates = templatesFor(me)
  const template = templates.find(({ name }) => name === chosen) ?? templates[0]
  if (template === undefined) return null
  return (
    <Card component="section" aria-label="Agregar perfil" sx={{ px: 2.25, py: 1.5, mb: 2 }}>
      <SchemaContext value={NAME_SCHEMA}>
        {/* Keyed, so that the form resets after each profile. */}
        <Form
          key={added}
          noValidate
          record={EMPTY}
          resolver={resolver}
          onSubmit={(values: FieldValues) => add(values, template)}
          disableInvalidFormNotification
        >
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', columnGap: 3, rowGap: 1 }}>
            <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, flex: '1 1 300px', maxWidth: 480 }}>
              <TextInput source="name" autoFocus={added > 0} />
              <Register />
            </Box>
            <Templates templates={templates} template={template} choose={setChosen} />
          </Box>
        </Form>
      </SchemaContext>
    </Card>
  )
}

/** Creates a profile exactly once, despite double clicks; returns the errors of its name. */
const useAddProfile = (onAdded: () => void) => {
  const { resource, refetch } = useListContext()
  const dataProvider = useDataProvider()
  const navigate = useNavigate()
  const notify = useNotify()
  const refreshLists = useRefreshLists()
  const queryClient = useQueryClient()
  const isBusy = useRef(false)
  return async (
    { name }: FieldValues,
    { accessWeb, routeAccess }: OfferedTemplate,
  ): Promise<FieldErrors | undefined> => {
    if (isBusy.current) return undefined
    isBusy.current = true
    try {
      const { data } = await dataProvider.create(resource, { data: { name, accessWeb, routeAccess } })
      notify(SAVED, { type: 'success', autoHideDuration: SAVED_FOR_MS })
      // A pending first read may lack the new profile.
      await queryClient.cancelQueries({ queryKey: [resource, 'getList'] })
      refreshLists()
      if (routeAccess.length > 0) {
        navigate(formPathOf('profiles', String(data.id)), { state: { isSaved: true } })
        return undefined
      }
      refetch()
      onAdded()
    } catch (error) {
      const errors = error instanceof ApiError ? (error.body.errors ?? {}) : {}
      if (errors.name !== undefined) return errors
      const message = errors.routeAccess ?? (error instanceof Error ? error.message : error)
      notify(String(message), { type: 'error' })
    } finally {
      isBusy.current = false
    }
    return undefined
  }
}
