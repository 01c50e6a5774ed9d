import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useGetList } from 'ra-core'
import { type ChangeEvent, useRef, useState } from 'react'
import { useMay } from '../../../api/session/use-may.ts'
import type { Import } from './use-import.ts'

const MOST_LISTS = 100
const TYPES = '.m3u,.m3u8,audio/x-mpegurl,audio/mpegurl,application/vnd.apple.mpegurl'

interface SourceProps {
  work: Pick<Import, 'look' | 'isBusy'>
}

const FileSource = ({ work: { look, isBusy } }: SourceProps) => {
  const input = useRef<HTMLInputElement>(null)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = target.files ?? []
    // The same file may be chosen again once it was mended.
    target.value = ''
    if (file !== undefined) look(file, file.name)
  }
  return (
    <>
      <Button
        variant="contained"
        disabled={isBusy}
        onClick={() => input.current?.click()}
        sx={{ justifySelf: 'start' }}
      >
        Elegir archivo M3U
      </Button>
      <input ref={input} type="file" hidden accept={TYPES} aria-label="Archivo M3U" onChange={choose} />
    </>
  )
}

const ListSource = ({ work: { look, isBusy } }: SourceProps) => {
  const [listId, setListId] = useState('')
  const { data = [] } = useGetList('channel_lists', {
    pagination: { page: 1, perPage: MOST_LISTS },
    sort: { field: 'title', order: 'ASC' },
  })
  const nameOf = (list: string): string => String(data.find(({ id }) => id === list)?.title ?? '')
  if (data.length === 0) return null
  return (
    <>
      <Typography color="text.secondary">O una de las listas de canales:</Typography>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-end', flexWrap: 'wrap' }}>
        <TextField
          select
          label="Lista de canales"
          value={listId}
          onChange={({ target }) => setListId(target.value)}
          sx={{ flex: '1 1 220px', my: 0 }}
        >
          {data.map(({ id, title }) => (
            <MenuItem key={id} value={String(id)} sx={{ whiteSpace: 'normal' }}>
              {String(title)}
            </MenuItem>
          ))}
        </TextField>
        <Button
          variant="outlined"
          disabled={isBusy || listId === ''}
          onClick={() => look({ listId }, nameOf(listId))}
        >
          Leer la lista
        </Button>
      </Box>
    </>
  )
}

/** Where the playlist is. */
export const SourceStep = ({ work, onClose }: SourceProps & { onClose: () => void }) => {
  const mayList = useMay('list', 'channel_lists')
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2, pt: 0 }}>
        <Typography>
          Elija la lista. Antes de importar nada verá qué canales son nuevos, cuáles cambian y cuáles ya
          están.
        </Typography>
        <FileSource work={work} />
        {mayList ? <ListSource work={work} /> : null}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="outlined" onClick={onClose}>
          Cancelar
        </Button>
      </DialogActions>
    </>
  )
}
