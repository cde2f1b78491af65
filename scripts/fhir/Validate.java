import ca.uhn.fhir.context.FhirContext;
import ca.uhn.fhir.context.support.DefaultProfileValidationSupport;
import ca.uhn.fhir.context.support.IValidationSupport;
import ca.uhn.fhir.validation.FhirValidator;
import ca.uhn.fhir.validation.ResultSeverityEnum;
import ca.uhn.fhir.validation.SingleValidationMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hl7.fhir.common.hapi.validation.support.CommonCodeSystemsTerminologyService;
import org.hl7.fhir.common.hapi.validation.support.InMemoryTerminologyServerValidationSupport;
import org.hl7.fhir.common.hapi.validation.support.PrePopulatedValidationSupport;
import org.hl7.fhir.common.hapi.validation.support.SnapshotGeneratingValidationSupport;
import org.hl7.fhir.common.hapi.validation.support.ValidationSupportChain;
import org.hl7.fhir.common.hapi.validation.validator.FhirInstanceValidator;
import org.hl7.fhir.instance.model.api.IBaseResource;
import org.hl7.fhir.r4.model.Questionnaire;

/**
 * Validates each document of a folder on base R4, with the published resources of another folder. Prints one line for each message
 * of the level error or fatal (file, tab, ERROR, tab, message) and one for each document (file, tab, DONE, tab, errors, tab,
 * warnings).
 */
public class Validate {
  public static void main(String[] folders) throws IOException {
    FhirContext context = FhirContext.forR4();
    FhirValidator validator = context.newValidator();
    FhirInstanceValidator rules = new FhirInstanceValidator(supportOf(context, Path.of(folders[0])));
    rules.setAnyExtensionsAllowed(true);
    validator.registerValidatorModule(rules);
    for (Path file : filesOf(Path.of(folders[1]))) print(file, validator);
  }

  private static ValidationSupportChain supportOf(FhirContext context, Path folder) throws IOException {
    PrePopulatedValidationSupport published = new PrePopulatedValidationSupport(context);
    Questionnaires questionnaires = new Questionnaires(context);
    for (Path file : filesOf(folder)) {
      IBaseResource resource = context.newJsonParser().parseResource(Files.readString(file));
      if (resource instanceof Questionnaire questionnaire) questionnaires.add(questionnaire);
      else published.addResource(resource);
    }
    return new ValidationSupportChain(
        new DefaultProfileValidationSupport(context),
        published,
        questionnaires,
        new CommonCodeSystemsTerminologyService(context),
        new InMemoryTerminologyServerValidationSupport(context),
        new SnapshotGeneratingValidationSupport(context));
  }

  private static List<Path> filesOf(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
  }

  private static void print(Path file, FhirValidator validator) throws IOException {
    int errors = 0;
    int warnings = 0;
    for (SingleValidationMessage message : messagesOf(file, validator)) {
      boolean isError = message.getSeverity().compareTo(ResultSeverityEnum.ERROR) >= 0;
      if (isError) errors += 1;
      else if (message.getSeverity() == ResultSeverityEnum.WARNING) warnings += 1;
      boolean isShown = isError || (System.getenv("SHOW_WARNINGS") != null && message.getSeverity() == ResultSeverityEnum.WARNING);
      if (isShown) System.out.println(file.getFileName() + "\t" + (isError ? "ERROR" : "WARNING") + "\t" + oneLine(message));
    }
    System.out.println(file.getFileName() + "\tDONE\t" + errors + "\t" + warnings);
  }

  private static List<SingleValidationMessage> messagesOf(Path file, FhirValidator validator) throws IOException {
    try {
      return validator.validateWithResult(Files.readString(file)).getMessages();
    } catch (RuntimeException unreadable) {
      SingleValidationMessage message = new SingleValidationMessage();
      message.setSeverity(ResultSeverityEnum.FATAL);
      message.setMessage(String.valueOf(unreadable.getMessage()));
      return List.of(message);
    }
  }

  private static String oneLine(SingleValidationMessage message) {
    return (message.getLocationString() + ": " + message.getMessage()).replaceAll("\\s+", " ");
  }

  /** Without it the validator finds no Questionnaire, and accepts every stored answer. */
  private static class Questionnaires implements IValidationSupport {
    private final FhirContext context;
    private final Map<String, Questionnaire> byUrl = new HashMap<>();

    Questionnaires(FhirContext context) {
      this.context = context;
    }

    void add(Questionnaire questionnaire) {
      byUrl.put(questionnaire.getUrl(), questionnaire);
      byUrl.put(questionnaire.getUrl() + "|" + questionnaire.getVersion(), questionnaire);
    }

    @Override
    public FhirContext getFhirContext() {
      return context;
    }

    @Override
    public <T extends IBaseResource> T fetchResource(Class<T> type, String uri) {
      if (type != null && !type.isAssignableFrom(Questionnaire.class)) return null;
      Questionnaire found = byUrl.get(uri);
      return type == null || found == null ? null : type.cast(found);
    }
  }
}
