import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useListContext, useResourceContext, useTranslateLabel } from 'ra-core'
import type { ReactNode } from 'react'
import { columnsIn } from './ColumnsMenu.tsx'

/** The order of the cards on a phone, where there are no headers to press. */
export const PhoneSort = ({ columns }: { columns: ReactNode }) => {
  const { sort, setSort } = useListContext()
  const resource = useResourceContext()
  const translate = useTranslateLabel()
  const choices = columnsIn(columns)
    .filter(({ disableSort }) => !disableSort)
    .flatMap(({ source, label }) => {
      const name = translate({ source, resource, label })
      return (['ASC', 'DESC'] as const).map((order) => ({
        value: `${source} ${order}`,
        label: `${typeof name === 'string' ? name : source} ${order === 'ASC' ? '↑' : '↓'}`,
      }))
    })
  const chosen = `${sort.field} ${sort.order}`
  return (
    <TextField
      select
      label="Ordenar por"
      value={choices.some(({ value }) => value === chosen) ? chosen : ''}
      onChange={({ target }) => {
        const [field = '', order] = target.value.split(' ')
        setSort({ field, order: order === 'DESC' ? 'DESC' : 'ASC' })
      }}
      sx={{ display: { xs: 'flex', sm: 'none' }, my: 0, flex: '1 1 100%' }}
    >
      {choices.map(({ value, label }) => (
        <MenuItem key={value} value={value}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  )
}
