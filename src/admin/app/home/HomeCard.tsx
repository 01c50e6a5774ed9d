import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { LinkBase } from 'ra-core'
import { type ReactNode, useId } from 'react'

interface HomeCardProps {
  title: string
  /** Where its whole list is. */
  to: string
  linkLabel: string
  /** Whether its figures are still on their way, or could not be read. */
  state: 'pending' | 'error' | 'success'
  children: ReactNode
}

const content = ({ state, children }: Pick<HomeCardProps, 'state' | 'children'>): ReactNode => {
  if (state === 'pending') return <Skeleton variant="rounded" height={96} />
  if (state === 'error')
    return <Typography color="text.secondary">No se pudo leer. Intente de nuevo más tarde.</Typography>
  return children
}

/** A part of the home page: what there is to do, and the way to it. */
export const HomeCard = ({ title, to, linkLabel, state, children }: HomeCardProps) => {
  const heading = useId()
  return (
    <Card component="section" aria-labelledby={heading} sx={{ p: 2, textAlign: 'left' }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, mb: 1.5 }}>
        <Typography id={heading} component="h2" sx={{ fontSize: 16, fontWeight: 700, flex: 1 }}>
          {title}
        </Typography>
        <Link
          component={LinkBase}
          to={to}
          aria-label={`${linkLabel}: ${title}`}
          sx={{ py: { xs: 1.5, sm: 0.5 } }}
        >
          {linkLabel}
        </Link>
      </Box>
      {content({ state, children })}
    </Card>
  )
}
