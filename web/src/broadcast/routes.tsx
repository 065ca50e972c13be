import { NotFound } from '../not-found.tsx'

export default function Routes() {
  return <NotFound />
}
