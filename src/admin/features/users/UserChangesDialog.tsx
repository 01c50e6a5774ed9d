import Autocomplete from '@mui/material/Autocomplete'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isReseller, profileLabel } from '../../../domain/access/permissions.ts'
import { userScreens } from '../../../domain/users/visibility.ts'
import { request } from '../../api/http.ts'
import { useMe } from '../../api/me.ts'
import { FieldsDialog } from '../../kit/form/FormDialog.tsx'
import { useSearchText } from '../../kit/inputs/search-text.ts'
import type { ChangesDialogProps } from '../../kit/list/selection.tsx'
import { accessHelp, type Choice, usePlatforms, useProfiles } from './lookups.ts'

/** Asks for a new profile, platform or agent of several users; untouched fields stay unchanged. */
const UserChangesDialog = ({ title, note, onChange, onClose }: ChangesDialogProps) => {
  const { data: me } = useMe()
  const { data: profiles = [] } = useProfiles()
  const { data: platforms = [] } = usePlatforms()
  const [profile, setProfile] = useState('')
  const [platform, setPlatform] = useState('')
  const [seller, setSeller] = useState<Choice | null>(null)
  const [isBusy, setBusy] = useState(false)
  const others = { ...(profile && { profile }), ...(platform && { platform }) }
  const isMoving = seller !== null
  const isNothing = !isMoving && Object.keys(others).length === 0
  const submit = async (): Promise<void> => {
    setBusy(true)
    await onChange(isMoving ? { seller: seller.id } : others)
  }
  return (
    <FieldsDialog
      title={title}
      submitLabel="Cambiar"
      isDisabled={isNothing}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      {note}
      <ChoiceField
        label="Perfil"
        choices={profiles
          .filter(({ isAssignable }) => isAssignable)
          .map(({ id, name }) => ({ id, name: profileLabel(name) }))}
        value={profile}
        help={accessHelp(profiles, profile)}
        disabled={isMoving}
        onChange={setProfile}
      />
      {me && userScreens(me.role).listsPlatform ? (
        <ChoiceField
          label="App Origen"
          choices={platforms}
          value={platform}
          disabled={isMoving}
          onChange={setPlatform}
        />
      ) : null}
      <SellerField value={seller} disabled={Object.keys(others).length > 0} onChange={setSeller} />
    </FieldsDialog>
  )
}

interface ChoiceFieldProps {
  label: string
  choices: readonly Choice[]
  value: string
  help?: string
  disabled: boolean
  onChange: (id: string) => void
}

const ChoiceField = ({ label, choices, value, help, disabled, onChange }: ChoiceFieldProps) => (
  <TextField
    select
    label={label}
    value={value}
    disabled={disabled}
    helperText={help}
    onChange={(event) => onChange(event.target.value)}
    slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
  >
    <MenuItem value="">Sin cambio</MenuItem>
    {choices.map(({ id, name }) => (
      <MenuItem key={id} value={id}>
        {name}
      </MenuItem>
    ))}
  </TextField>
)

const MAX_SELLERS = '20'

/** Resellers that match a text and may have customers; requested once `isUsed`. */
const useSellers = (words: string, isUsed: boolean) => {
  const { data: profiles = [] } = useProfiles()
  const ids = profiles.filter(({ role }) => isReseller(role)).map(({ id }) => id)
  return useQuery({
    queryKey: ['users', 'sellers', ids, words],
    queryFn: async ({ signal }) => {
      const matches = await Promise.all(
        ids.map((profile) => {
          const query = new URLSearchParams({ profile, sort: 'name', limit: MAX_SELLERS })
          if (words !== '') query.set('search', words)
          return request('GET /api/users/short', { query, signal })
        }),
      )
      return matches
        .flat()
        .map(
          ({ _id, name, fullName }): Choice => ({ id: _id, name: fullName ? `${name} · ${fullName}` : name }),
        )
    },
    enabled: isUsed,
  })
}

interface SellerFieldProps {
  value: Choice | null
  disabled: boolean
  onChange: (seller: Choice | null) => void
}

/** The resellers who may have customers: users with an agent or superagent profile. */
const SellerField = ({ value, disabled, onChange }: SellerFieldProps) => {
  const [isUsed, setUsed] = useState(false)
  const { typed, words, search } = useSearchText()
  const { data: sellers = [], isFetching } = useSellers(words, isUsed)
  const isSearching = isFetching || typed !== words
  return (
    <Autocomplete
      options={isSearching ? [] : sellers}
      filterOptions={(all) => all}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      loading={isSearching}
      value={value}
      disabled={disabled}
      onChange={(_, seller) => onChange(seller)}
      onFocus={() => setUsed(true)}
      onInputChange={(_, text, reason) => search(reason === 'input' ? text : '')}
      noOptionsText="No hay agentes"
      loadingText="Buscando…"
      openText="Abrir"
      closeText="Cerrar"
      clearText="Quitar"
      renderInput={(params) => (
        <TextField
          {...params}
          label="Mover a otro agente"
          helperText="Sus transacciones anteriores quedan con quien las hizo."
        />
      )}
    />
  )
}

export default UserChangesDialog
