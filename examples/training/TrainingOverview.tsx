import {
  DataTable,
  DateField,
  DeleteButton,
  EditButton,
  List,
  NumberField,
  ReferenceField,
  SearchInput,
} from 'react-admin'

const filters = [<SearchInput key="keyword" source="keyword" alwaysOn />]

/** The training records in react-admin's own list. */
const TrainingOverview = () => (
  <List resource="training:records" filters={filters} sort={{ field: 'attendedOn', order: 'DESC' }}>
    <DataTable bulkActionButtons={false}>
      <DataTable.Col source="title" />
      <DataTable.Col source="lawyerId">
        <ReferenceField source="lawyerId" reference="lawyers" link={false} />
      </DataTable.Col>
      <DataTable.Col source="hours" field={NumberField} />
      <DataTable.Col source="attendedOn" field={DateField} />
      <DataTable.Col label="操作">
        <EditButton />
        <DeleteButton mutationMode="pessimistic" />
      </DataTable.Col>
    </DataTable>
  </List>
)

export default TrainingOverview
