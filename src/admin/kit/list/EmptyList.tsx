import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useListContext } from 'ra-core'

/** Why there are no rows: nothing is there yet, or nothing matches. */
export const EmptyList = () => {
  const { filterValues, setFilters } = useListContext()
  const isFiltered = Object.keys(filterValues).length > 0
  return (
    <Box sx={{ py: 7, px: 2, textAlign: 'center' }}>
      <Typography role="status" sx={{ fontWeight: 600, mb: 0.5 }}>
        {isFiltered ? 'Ningún registro coincide con la búsqueda.' : 'Todavía no hay registros.'}
      </Typography>
      <Typography color="text.secondary" sx={{ mb: isFiltered ? 2 : 0 }}>
        {isFiltered ? 'Pruebe con otro texto u otros filtros.' : 'Los que se registren aparecerán aquí.'}
      </Typography>
      {isFiltered ? (
        <Button variant="outlined" onClick={() => setFilters({})}>
          Limpiar filtros
        </Button>
      ) : null}
    </Box>
  )
}
