import ca.uhn.fhir.context.FhirContext;
import ca.uhn.fhir.rest.client.api.IGenericClient;
import ca.uhn.fhir.rest.client.interceptor.BearerTokenAuthInterceptor;
import ca.uhn.fhir.rest.server.exceptions.AuthenticationException;
import ca.uhn.fhir.rest.server.exceptions.InvalidRequestException;
import ca.uhn.fhir.rest.server.exceptions.ResourceNotFoundException;
import java.util.ArrayList;
import java.util.List;
import org.hl7.fhir.r4.model.Binary;
import org.hl7.fhir.r4.model.Bundle;
import org.hl7.fhir.r4.model.CapabilityStatement;
import org.hl7.fhir.r4.model.Composition;
import org.hl7.fhir.r4.model.Consent;
import org.hl7.fhir.r4.model.DocumentReference;
import org.hl7.fhir.r4.model.Patient;
import org.hl7.fhir.r4.model.Subscription;

/**
 * Reads the interface for clinical systems with HAPI's generic client, which knows nothing of this server. Arguments: the FHIR
 * address, an access token, the system and the value of a resident's number, the family name, the given name and the birth date.
 * Prints one line for each step that was as it should be; fails at the first that was not.
 */
public class ReadInterface {
  public static void main(String[] given) {
    FhirContext context = FhirContext.forR4();
    IGenericClient client = context.newRestfulGenericClient(given[0]);
    client.registerInterceptor(new BearerTokenAuthInterceptor(given[1]));

    CapabilityStatement capabilities =
        client.capabilities().ofType(CapabilityStatement.class).execute();
    expect("metadata", capabilities.getFhirVersion().toCode().equals("4.0.1"));

    Patient patient = only(client, given[2], given[3]);
    expect("Patient by identifier", patient.getBirthDateElement().getValueAsString().equals(given[6]));
    Bundle named =
        client
            .search()
            .forResource(Patient.class)
            .where(Patient.FAMILY.matches().value(given[4]))
            .and(Patient.GIVEN.matches().value(given[5]))
            .and(Patient.BIRTHDATE.exactly().day(given[6]))
            .returnBundle(Bundle.class)
            .execute();
    expect("Patient by name and birth date", named.getEntry().size() == 1);
    String id = patient.getIdElement().getIdPart();
    Patient read = client.read().resource(Patient.class).withId(id).execute();
    expect("Patient by id", read.getNameFirstRep().getFamily().equals(given[4]));
    Patient unchanged =
        client
            .read()
            .resource(Patient.class)
            .withId(id)
            .ifVersionMatches(read.getMeta().getVersionId())
            .returnNull()
            .execute();
    expect("Patient that is unchanged", unchanged == null);

    List<DocumentReference> versions = new ArrayList<>();
    Bundle page =
        client
            .search()
            .forResource(DocumentReference.class)
            .where(DocumentReference.PATIENT.hasId(id))
            .count(1)
            .returnBundle(Bundle.class)
            .execute();
    while (page != null) {
      for (Bundle.BundleEntryComponent entry : page.getEntry())
        if (entry.getResource() instanceof DocumentReference version) versions.add(version);
      page = page.getLink(Bundle.LINK_NEXT) == null ? null : client.loadPage().next(page).execute();
    }
    expect("DocumentReference, page by page", versions.size() == 2);
    String version = versions.get(1).getIdElement().getIdPart();

    Bundle document = client.read().resource(Bundle.class).withId(version).execute();
    expect("Bundle", document.getEntryFirstRep().getResource() instanceof Composition);
    Composition composition = client.read().resource(Composition.class).withId(version).execute();
    expect("Composition", composition.getSection().size() == 7);
    Binary pdf = client.read().resource(Binary.class).withId(version).execute();
    expect("Binary", new String(pdf.getData(), 0, 5).equals("%PDF-"));
    Bundle forms =
        client
            .search()
            .forResource(Consent.class)
            .where(Consent.PATIENT.hasId(id))
            .returnBundle(Bundle.class)
            .execute();
    expect("Consent", forms.getEntry().isEmpty());
    Bundle subscriptions =
        client.search().forResource(Subscription.class).returnBundle(Bundle.class).execute();
    expect("Subscription", subscriptions.getEntry().size() == 1);

    refusals(context, client, given[0]);
  }

  private static Patient only(IGenericClient client, String system, String number) {
    Bundle found =
        client
            .search()
            .forResource(Patient.class)
            .where(Patient.IDENTIFIER.exactly().systemAndIdentifier(system, number))
            .returnBundle(Bundle.class)
            .execute();
    if (found.getEntry().size() != 1) throw new IllegalStateException("Not one patient");
    return (Patient) found.getEntryFirstRep().getResource();
  }

  /** Each refusal must be an OperationOutcome, which the client reads into the exception. */
  private static void refusals(FhirContext context, IGenericClient client, String base) {
    try {
      client
          .read()
          .resource(Patient.class)
          .withId("00000000-0000-4000-8000-000000000000")
          .execute();
      throw new IllegalStateException("An unknown patient was found");
    } catch (ResourceNotFoundException refused) {
      expect("unknown Patient is refused", refused.getOperationOutcome() != null);
    }
    try {
      client
          .search()
          .forResource(Patient.class)
          .where(Patient.FAMILY.matches().value("D"))
          .returnBundle(Bundle.class)
          .execute();
      throw new IllegalStateException("A search for one letter was answered");
    } catch (InvalidRequestException refused) {
      expect("search for one letter is refused", refused.getOperationOutcome() != null);
    }
    try {
      context.newRestfulGenericClient(base).read().resource(Patient.class).withId("1").execute();
      throw new IllegalStateException("A request without a token was answered");
    } catch (AuthenticationException refused) {
      expect("request without a token is refused", refused.getOperationOutcome() != null);
    }
  }

  private static void expect(String step, boolean isRight) {
    if (!isRight) throw new IllegalStateException(step);
    System.out.println(step);
  }
}
