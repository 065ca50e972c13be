import { Redirect, Route, Switch, useSearch } from 'wouter'
import { NotFound } from '../not-found.tsx'
import { Attributes } from './attributes.tsx'
import { CustomerScreen } from './customer-screen.tsx'
import { ErrorList } from './error-list.tsx'
import { PhoneBook } from './phone-book.tsx'
import { places } from './places.ts'
import { UploadScreen } from './upload-screen.tsx'
import { Uploads } from './uploads.tsx'

/** The screens of the customer master. */
export default function Routes() {
  return (
    <Switch>
      <Route path="/customer-master">
        <Elsewhere to={places.customers} />
      </Route>
      <Route path={places.customers}>
        <PhoneBook />
      </Route>
      <Route path={places.createCustomer}>
        <CustomerScreen />
      </Route>
      <Route path={places.customer(':id')}>{({ id }) => <CustomerScreen id={id} />}</Route>
      <Route path={places.attributes}>
        <Attributes />
      </Route>
      <Route path={places.addAttribute}>
        <Attributes adds />
      </Route>
      <Route path="/customer-master/define-customer/create">
        <Elsewhere to={places.addAttribute} />
      </Route>
      <Route path={places.upload}>
        <UploadScreen />
      </Route>
      <Route path={places.uploadToGroup(':id')}>{({ id }) => <UploadScreen into={{ kind: 'groups', id }} />}</Route>
      <Route path={places.uploadToLabel(':id')}>{({ id }) => <UploadScreen into={{ kind: 'tags', id }} />}</Route>
      <Route path={places.uploads}>
        <Uploads />
      </Route>
      <Route path={places.errors(':id')}>{({ id }) => <ErrorList uploadId={id} />}</Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  )
}

/** The second address of a screen: leads to the first, with what was asked for. */
function Elsewhere({ to }: { to: string }) {
  const search = useSearch()
  return <Redirect to={search ? `${to}?${search}` : to} replace />
}
