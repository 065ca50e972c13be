import { getCustomer, listFields } from '#contracts/contacts.ts'
import { messages } from '#contracts/messages.ts'
import { useData } from '../data.ts'
import { Button, ButtonLink, EmptyState, PageHeader, Panel, Skeleton } from '../ui/index.ts'
import { CustomerForm } from './customer-form.tsx'
import { places } from './places.ts'

/** Creates a customer, or shows one and lets it be changed (with id). */
export function CustomerScreen({ id }: { id?: string }) {
  const customer = useData(getCustomer, id ? { params: { id } } : null)
  const fields = useData(listFields, {})
  const definitions = fields.data?.inputFieldDefinitions
  const error = (id && !customer.data && customer.error) || (!definitions && fields.error)

  if (definitions && (!id || customer.data) && !error)
    return <CustomerForm key={id} fields={definitions} customer={customer.data?.customer} />
  return (
    <>
      <PageHeader title={titleOf(id)} back={{ href: places.customers, label: 'Back to contacts' }} />
      <Panel>
        {error ? (
          <EmptyState
            title={error instanceof Error ? error.message : messages.wrong}
            action={
              <>
                <Button
                  onClick={() => {
                    customer.reload()
                    fields.reload()
                  }}
                >
                  Try again
                </Button>
                <ButtonLink href={places.customers}>Back to contacts</ButtonLink>
              </>
            }
          />
        ) : (
          <FormSkeleton />
        )}
      </Panel>
    </>
  )
}

export const titleOf = (id: string | undefined) => (id ? 'Update Contact' : 'Create Contact')

function FormSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-5 p-5 sm:grid-cols-2">
      {[1, 2, 3, 4, 5, 6].map(n => (
        <div key={n}>
          <Skeleton className="mb-2 h-4 w-28" />
          <Skeleton className="h-8 w-full" />
        </div>
      ))}
    </div>
  )
}
