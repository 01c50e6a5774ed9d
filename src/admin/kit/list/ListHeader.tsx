import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { LinkBase, useCreatePath, useListContext, useResourceContext } from 'ra-core'
import type { ReactNode } from 'react'
import { useMay } from '../../api/session/use-may.ts'
import { PageHeader } from '../page/PageHeader.tsx'
import { totalText } from './count-text.ts'

const Total = () => {
  const { total, meta } = useListContext()
  return (
    <Box
      component="span"
      role="status"
      aria-label="Total de registros"
      data-testid="total"
      sx={{
        bgcolor: 'var(--chip)',
        color: 'text.secondary',
        borderRadius: '99px',
        px: '10px',
        py: '2px',
        fontWeight: 600,
        fontSize: 13,
        minWidth: 32,
        textAlign: 'center',
      }}
    >
      {total === undefined ? '…' : totalText(total, meta)}
    </Box>
  )
}

const CreateButton = ({ label }: { label: string }) => {
  const resource = useResourceContext() ?? ''
  const createPath = useCreatePath()
  const mayRegister = useMay('register', resource)
  const mayCreate = useMay('create', resource)
  if (!mayRegister || !mayCreate) return null
  return (
    <Button
      variant="contained"
      startIcon={<AddIcon />}
      component={LinkBase}
      to={createPath({ resource, type: 'create' })}
    >
      {label}
    </Button>
  )
}

interface ListHeaderProps {
  title: string
  createLabel?: string | undefined
  facts?: ReactNode
  actions?: ReactNode
}

/** The heading of a list with its total, and what can be done with the whole list. */
export const ListHeader = ({ title, createLabel, facts, actions }: ListHeaderProps) => (
  <PageHeader title={title}>
    <Total />
    {facts}
    <Box sx={{ flex: 1 }} />
    {actions}
    {createLabel === undefined ? null : <CreateButton label={createLabel} />}
  </PageHeader>
)
