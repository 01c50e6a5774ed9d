import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useGetList } from 'react-admin'
import { MAX_SOURCE } from '../../../domain/playlists/history.ts'
import { API_PATHS } from '../../../domain/registry.ts'
import { isWebUrl } from '../../../domain/validation/fields.ts'
import { request } from '../../api/http.ts'
import { useCan } from '../../api/me.ts'
import type { FileSteps } from '../imports/ImportDialog.tsx'
import { FileButton } from '../imports/steps.tsx'

const MAX_LISTS = 100
const TYPES =
  '.m3u,.m3u8,.m3u.gz,.gz,application/gzip,audio/x-mpegurl,audio/mpegurl,application/vnd.apple.mpegurl'

/** Chooses a playlist: a file, a channel list, or a URL. */
export const PlaylistSource = ({
  resource,
  work: { start, isBusy },
}: ComponentProps<FileSteps['Source']>) => {
  const target = resource === 'radios' ? resource : 'channels'
  const read = (body: Blob | { listId: string } | { address: string }, name: string): void => {
    const query = new URLSearchParams({ name: name.slice(0, MAX_SOURCE) })
    void start(() => request(`POST ${API_PATHS[target]}/imports/playlist`, { query, body }))
  }
  const canList = useCan('list', 'channel_lists')
  return (
    <>
      <Typography>
        Elija la lista. Antes de importar nada verá{' '}
        {target === 'radios' ? 'qué emisoras son nuevas' : 'qué canales son nuevos'}, cuáles cambian y cuáles
        ya están.
      </Typography>
      <FileButton
        label="Elegir archivo M3U"
        name="Archivo M3U"
        accept={TYPES}
        isBusy={isBusy}
        onChosen={(file) => read(file, file.name)}
      />
      {canList ? <ListSource isBusy={isBusy} onChosen={(listId, title) => read({ listId }, title)} /> : null}
      <UrlSource isBusy={isBusy} onChosen={(address) => read({ address }, sourceHost(address))} />
    </>
  )
}

interface SourceLineProps {
  intro: string
  button: string
  isDisabled: boolean
  onChosen: () => void
  children: ReactNode
}

const SourceLine = ({ intro, button, isDisabled, onChosen, children }: SourceLineProps) => (
  <>
    <Typography color="text.secondary">{intro}</Typography>
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-end', flexWrap: 'wrap' }}>
      {children}
      <Button variant="outlined" disabled={isDisabled} onClick={onChosen}>
        {button}
      </Button>
    </Box>
  </>
)

/** Names an import after its source: addresses of playlists often contain a password, and everybody sees the history. */
const sourceHost = (address: string): string => new URL(address).host

const WIDE = { flex: '1 1 220px', my: 0 } as const

interface ListSourceProps {
  isBusy: boolean
  onChosen: (listId: string, title: string) => void
}

/** Has its place also before the lists arrive, and without any: what is below must not move under a click. */
const ListSource = ({ isBusy, onChosen }: ListSourceProps) => {
  const [listId, setListId] = useState('')
  const { data, isPending } = useGetList('channel_lists', {
    pagination: { page: 1, perPage: MAX_LISTS },
    sort: { field: 'title', order: 'ASC' },
  })
  const lists = data ?? []
  const title = String(lists.find(({ id }) => id === listId)?.title ?? '')
  return (
    <SourceLine
      intro={
        isPending || lists.length > 0
          ? 'O una de las listas de canales:'
          : 'No hay listas de canales que leer.'
      }
      button="Leer la lista"
      isDisabled={isBusy || listId === ''}
      onChosen={() => onChosen(listId, title)}
    >
      <TextField
        select
        label="Lista de canales"
        disabled={lists.length === 0}
        value={listId}
        onChange={({ target }) => setListId(target.value)}
        sx={WIDE}
      >
        {lists.map(({ id, title }) => (
          <MenuItem key={id} value={String(id)} sx={{ whiteSpace: 'normal' }}>
            {String(title)}
          </MenuItem>
        ))}
      </TextField>
    </SourceLine>
  )
}

interface UrlSourceProps {
  isBusy: boolean
  onChosen: (address: string) => void
}

const UrlSource = ({ isBusy, onChosen }: UrlSourceProps) => {
  const [text, setText] = useState('')
  const address = text.trim()
  return (
    <SourceLine
      intro="O la dirección de una lista:"
      button="Leer la dirección"
      isDisabled={isBusy || !isWebUrl(address)}
      onChosen={() => onChosen(address)}
    >
      <TextField
        label="Dirección"
        type="url"
        placeholder="https://…"
        value={text}
        onChange={({ target }) => setText(target.value)}
        sx={WIDE}
      />
    </SourceLine>
  )
}
