import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useListContext } from 'ra-core'
import { type FormEvent, useState } from 'react'

/** Free text over the list: it searches with Enter or the button, not at each key. */
export const SearchBox = () => {
  const { filterValues, setFilters, refetch } = useListContext()
  const asked = typeof filterValues.q === 'string' ? filterValues.q : ''
  const [text, setText] = useState(asked)
  const [shown, setShown] = useState(asked)
  // The address changed under the box (back, clear): it shows what is searched for now.
  if (shown !== asked) {
    setShown(asked)
    setText(asked)
  }
  const search = (event: FormEvent): void => {
    event.preventDefault()
    const { q: _, ...others } = filterValues
    const q = text.trim()
    if (q === asked) refetch()
    else setFilters(q === '' ? others : { ...others, q })
  }
  return (
    <Box
      component="form"
      role="search"
      onSubmit={search}
      sx={{ display: 'flex', gap: 1, flex: { xs: '1 1 100%', sm: '1 1 300px' }, maxWidth: { sm: 400 } }}
    >
      <TextField
        name="q"
        type="search"
        placeholder="Buscar"
        value={text}
        onChange={(event) => setText(event.target.value)}
        slotProps={{ htmlInput: { 'aria-label': 'Texto a buscar', maxLength: 200 } }}
        sx={{ flex: 1, my: 0 }}
      />
      <Button type="submit" variant="outlined">
        Buscar
      </Button>
    </Box>
  )
}
