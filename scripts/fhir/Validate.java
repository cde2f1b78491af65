import ca.uhn.fhir.context.FhirContext;
import ca.uhn.fhir.context.support.DefaultProfileValidationSupport;
import ca.uhn.fhir.context.support.IValidationSupport;
import ca.uhn.fhir.parser.DataFormatException;
import ca.uhn.fhir.validation.FhirValidator;
import ca.uhn.fhir.validation.ResultSeverityEnum;
import ca.uhn.fhir.validation.SingleValidationMessage;
import ca.uhn.fhir.validation.ValidationOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
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
import org.hl7.fhir.r4.model.CodeSystem;
import org.hl7.fhir.r4.model.ImplementationGuide;
import org.hl7.fhir.r4.model.Questionnaire;
import org.hl7.fhir.r4.model.StructureDefinition;
import org.hl7.fhir.r4.model.ValueSet;
import org.hl7.fhir.utilities.npm.NpmPackage;

/**
 * Validates each document of a folder on base R4, with the published resources of another folder. A third folder has packages of
 * implementation guides; profiles.tsv in the folder of documents then has the profile of some files (file, tab, address). Prints one
 * line for each package, for each message of the level error or fatal (file, tab, ERROR, tab, message), for each profile that no
 * package has (file, tab, UNKNOWN, tab, address), and for each document (file, tab, DONE, tab, errors, tab, warnings).
 */
public class Validate {
  public static void main(String[] folders) throws IOException {
    FhirContext context = FhirContext.forR4();
    FhirValidator validator = context.newValidator();
    PrePopulatedValidationSupport published = new PrePopulatedValidationSupport(context);
    if (folders.length > 2) new Packages(context, published).addAll(Path.of(folders[2]));
    FhirInstanceValidator rules = new FhirInstanceValidator(supportOf(context, published, Path.of(folders[0])));
    rules.setAnyExtensionsAllowed(true);
    validator.registerValidatorModule(rules);
    Map<String, String> profiles = profilesIn(Path.of(folders[1], "profiles.tsv"));
    for (Path file : filesOf(Path.of(folders[1]))) {
      String profile = profiles.get(file.getFileName().toString());
      if (profile != null && published.fetchStructureDefinition(profile) == null)
        System.out.println(file.getFileName() + "\tUNKNOWN\t" + profile);
      else print(file, validator, profile);
    }
  }

  private static Map<String, String> profilesIn(Path file) throws IOException {
    Map<String, String> profiles = new HashMap<>();
    if (Files.exists(file))
      for (String line : Files.readAllLines(file)) profiles.put(line.split("\t")[0], line.split("\t")[1]);
    return profiles;
  }

  private static ValidationSupportChain supportOf(
      FhirContext context, PrePopulatedValidationSupport published, Path folder) throws IOException {
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

  private static void print(Path file, FhirValidator validator, String profile) throws IOException {
    int errors = 0;
    int warnings = 0;
    for (SingleValidationMessage message : messagesOf(file, validator, profile)) {
      boolean isError = message.getSeverity().compareTo(ResultSeverityEnum.ERROR) >= 0;
      if (isError) errors += 1;
      else if (message.getSeverity() == ResultSeverityEnum.WARNING) warnings += 1;
      boolean isShown = isError || (System.getenv("SHOW_WARNINGS") != null && message.getSeverity() == ResultSeverityEnum.WARNING);
      if (isShown) System.out.println(file.getFileName() + "\t" + (isError ? "ERROR" : "WARNING") + "\t" + oneLine(message));
    }
    System.out.println(file.getFileName() + "\tDONE\t" + errors + "\t" + warnings);
  }

  private static List<SingleValidationMessage> messagesOf(Path file, FhirValidator validator, String profile)
      throws IOException {
    ValidationOptions options = new ValidationOptions();
    if (profile != null) options.addProfile(profile);
    try {
      return validator.validateWithResult(Files.readString(file), options).getMessages();
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

/**
 * Packages of implementation guides in a folder: package files (.tgz), or folders with a guide's resources, such as a copy of its
 * repository. Their profiles, value sets and code systems are added to a validation. Prints a line for each: PACKAGE, tab, name, tab,
 * version, tab, number of resources.
 */
class Packages {
  private final FhirContext context;
  private final PrePopulatedValidationSupport target;
  private int added;
  private String name;
  private String version;

  Packages(FhirContext context, PrePopulatedValidationSupport target) {
    this.context = context;
    this.target = target;
  }

  void addAll(Path folder) throws IOException {
    try (Stream<Path> found = Files.list(folder)) {
      for (Path each : found.sorted().toList()) {
        added = 0;
        name = each.getFileName().toString();
        version = "unknown";
        if (Files.isDirectory(each)) addFolder(each);
        else if (name.endsWith(".tgz")) addPackage(each);
        else continue;
        System.out.println("PACKAGE\t" + name + "\t" + version + "\t" + added);
      }
    }
  }

  private void addPackage(Path file) throws IOException {
    try (InputStream bytes = Files.newInputStream(file)) {
      NpmPackage opened = NpmPackage.fromPackage(bytes);
      name = opened.name();
      version = opened.version();
      for (String each : opened.listResources("StructureDefinition", "ValueSet", "CodeSystem"))
        try (InputStream resource = opened.load("package", each)) {
          add(each, new String(resource.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
  }

  private void addFolder(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : files.filter(Packages::isResource).sorted().toList())
        add(each.getFileName().toString(), Files.readString(each));
    }
  }

  private static boolean isResource(Path file) {
    return Files.isRegularFile(file) && file.toString().matches(".*\\.(json|xml)");
  }

  /** Skips files that are not R4 resources. */
  private void add(String file, String content) {
    IBaseResource resource;
    try {
      if (file.endsWith(".json")) resource = context.newJsonParser().parseResource(content);
      else if (file.endsWith(".xml")) resource = context.newXmlParser().parseResource(content);
      else return;
    } catch (DataFormatException other) {
      return;
    }
    if (resource instanceof ImplementationGuide guide && guide.hasPackageId()) {
      name = guide.getPackageId();
      version = guide.getVersion();
    }
    if (!(resource instanceof StructureDefinition || resource instanceof ValueSet || resource instanceof CodeSystem)) return;
    target.addResource(resource);
    added += 1;
  }
}
