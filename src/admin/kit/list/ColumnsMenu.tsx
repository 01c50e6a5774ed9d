import ViewColumnIcon from '@mui/icons-material/ViewColumnOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Popover from '@mui/material/Popover'
import { useResourceContext, useStore, useTranslateLabel } from 'ra-core'
import { Children, isValidElement, type ReactNode, useState } from 'react'

interface ColumnsMenuProps {
  columns: ReactNode
  hiddenColumns: string[]
}

/** Which columns the table shows; the choice is remembered in this browser. */
export const ColumnsMenu = ({ columns, hiddenColumns }: ColumnsMenuProps) => {
  const resource = useResourceContext()
  const translate = useTranslateLabel()
  // The key under which react-admin's table looks the hidden ones up.
  const [hidden, setHidden] = useStore<string[]>(`${resource}.datatable`, hiddenColumns)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const toggle = (source: string): void =>
    setHidden(hidden.includes(source) ? hidden.filter((each) => each !== source) : [...hidden, source])
  return (
    <>
      <Button
        startIcon={<ViewColumnIcon />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Columnas
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': 'Columnas visibles',
            sx: { border: 1, borderColor: 'divider' },
          },
        }}
      >
        <Box sx={{ display: 'flex', flexDirection: 'column', px: 2, py: 1 }}>
          {columnsIn(columns).map(({ source, label }) => (
            <FormControlLabel
              key={source}
              label={translate({ source, resource, label })}
              control={
                <Checkbox
                  size="small"
                  checked={!hidden.includes(source)}
                  onChange={() => toggle(source)}
                  sx={{ p: '5px' }}
                />
              }
            />
          ))}
        </Box>
      </Popover>
    </>
  )
}

interface DeclaredColumn {
  source: string
  label?: string
  disableSort?: boolean
}

export const columnsIn = (columns: ReactNode): DeclaredColumn[] =>
  Children.toArray(columns).flatMap((column) =>
    isValidElement<Partial<DeclaredColumn>>(column) && column.props.source
      ? [{ ...column.props, source: column.props.source }]
      : [],
  )
